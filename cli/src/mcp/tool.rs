//! The tools: what each is called, tells a model and takes, and the call itself.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool as Listed, ToolAnnotations};

use super::field::{self, Field};
use super::given::Given;
use super::reply::Reply;
use super::{brief, feedback, read, record, search};
use crate::context::Context;
use crate::exit::Failure;

/// Every tool, in the order of a task.
pub(super) static TOOLS: [Tool; 5] =
    [brief::TOOL, search::TOOL, read::TOOL, record::TOOL, feedback::TOOL];

/// One tool.
pub(super) struct Tool {
    /// Its name.
    pub(super) name: &'static str,
    /// Its name for people.
    pub(super) title: &'static str,
    /// What it does and when to use it, to the model.
    pub(super) about: &'static str,
    /// What it takes.
    pub(super) fields: &'static [Field],
    /// Whether it changes nothing that is known.
    pub(super) only_reads: bool,
    /// What it does.
    pub(super) run: fn(&Call<'_>, Given) -> Result<Reply, Failure>,
}

/// Who calls.
pub(super) struct Call<'a> {
    /// This process.
    context: &'a Context,
    /// The program on the other end, as it calls itself.
    program: Option<&'a str>,
}

impl Call<'_> {
    /// The call as one about `project`, else about the project of this process.
    pub(super) fn about(&self, project: Option<String>) -> Context {
        self.context.of_call(self.program.unwrap_or_default(), project)
    }
}

impl Tool {
    /// The tool called `name`.
    pub(super) fn called(name: &str) -> Option<&'static Self> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// Makes one call.
    pub(super) fn call(
        &self,
        context: &Context,
        program: Option<&str>,
        arguments: Option<JsonObject>,
    ) -> Result<Reply, Failure> {
        let given = Given::of(self.fields, arguments.unwrap_or_default())?;
        (self.run)(&Call { context, program }, given)
    }

    /// It as clients list it.
    pub(super) fn listed(&self) -> Listed {
        // Nothing is ever lost by a call: what is recorded can be undone, and a repetition is joined to the first.
        let annotations = ToolAnnotations::with_title(self.title)
            .read_only(self.only_reads)
            .destructive(false)
            .idempotent(true)
            .open_world(false);
        Listed::new(self.name, self.about, Arc::new(field::schema(self.fields)))
            .with_title(self.title)
            .with_annotations(annotations)
    }
}
