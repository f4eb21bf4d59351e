//! Two statements to what holds between them: [`same`], [`replace`], [`clash`], each a list of guards and shapes; `verdict` above
//! puts them together.

pub(in crate::relate) mod beside;
pub(in crate::relate) mod clash;
pub(in crate::relate) mod clause;
pub(in crate::relate) mod doubt;
pub(in crate::relate) mod family;
pub(in crate::relate) mod light;
pub(in crate::relate) mod opposition;
pub(in crate::relate) mod pair;
pub(in crate::relate) mod replace;
pub(in crate::relate) mod same;
