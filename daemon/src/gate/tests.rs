//! Behaviour of the gate. Secrets are put together at run time; none is written down.
