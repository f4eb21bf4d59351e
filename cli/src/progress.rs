//! A progress bar on standard error, for people only: off a terminal it does not exist.

use std::borrow::Cow;

use indicatif::{ProgressBar, ProgressStyle};

/// How steps are shown.
const STEPS: &str = "{msg:<24} [{bar:30}] {pos}/{len}";

/// A progress bar.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A bar over `size` bytes; `None`: nobody knows how many.
    pub(crate) fn bytes(what: &'static str, size: Option<u64>) -> Self {
        match size {
            Some(size) => Self::new(size, what, "{msg:<24} [{bar:30}] {bytes}/{total_bytes}"),
            None => Self(ProgressBar::new_spinner().with_message(what)),
        }
    }

    /// A bar over `steps` steps.
    pub(crate) fn steps(what: &'static str, steps: u64) -> Self {
        Self::new(steps, what, STEPS)
    }

    /// No bar, for what is a step of something larger.
    pub(crate) fn none() -> Self {
        Self(ProgressBar::hidden())
    }

    fn new(length: u64, what: &'static str, template: &'static str) -> Self {
        let bar = ProgressBar::new(length).with_style(style(template)).with_message(what);
        bar.tick();
        Self(bar)
    }

    /// What went before is over; now come `steps` steps of something else.
    pub(crate) fn turn_to(&self, what: &'static str, steps: u64) {
        self.0.set_style(style(STEPS));
        self.0.set_message(what);
        self.0.set_length(steps);
        self.0.set_position(0);
    }

    /// So far has it come.
    pub(crate) fn at(&self, position: u64) {
        self.0.set_position(position);
    }

    /// One step more.
    pub(crate) fn step(&self, what: impl Into<Cow<'static, str>>) {
        self.0.set_message(what);
        self.0.inc(1);
    }

    /// What is being done.
    pub(crate) fn say(&self, what: impl Into<Cow<'static, str>>) {
        self.0.set_message(what);
    }

    /// Writes to the terminal without the bar in the way.
    pub(crate) fn aside<R>(&self, write: impl FnOnce() -> R) -> R {
        self.0.suspend(write)
    }

    /// It is over, and gone from the screen.
    pub(crate) fn done(&self) {
        self.0.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.done();
    }
}

fn style(template: &'static str) -> ProgressStyle {
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("=> ")
}
