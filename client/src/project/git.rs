//! Asks `git config` for what files alone do not say, and never waits for it longer than the caller allows.

use std::{
    io::Read,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
};

use super::config::Config;

/// More output than this is no configuration.
const MAX_OUTPUT: u64 = 4 * 1024 * 1024;

/// The running git, shared between the thread that reads from it and the one that keeps the time.
#[derive(Clone, Default)]
pub(super) struct Running(Arc<Mutex<Option<Child>>>);

impl Running {
    /// Kills git if it runs. The reading thread then sees its end and takes its exit status.
    pub(super) fn kill(&self) {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(child) = slot.as_mut() {
            // It may have ended by itself just now.
            drop(child.kill());
        }
    }

    /// The whole configuration that git sees at `git_dir`, or none if there is no git or it fails.
    pub(super) fn config(&self, git_dir: &Path) -> Option<Config> {
        let mut command = Command::new("git");
        command.arg("--git-dir").arg(git_dir).args(["config", "--includes", "--null", "--list"]);
        // Left over from a hook, these would point git at another repository.
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_CONFIG"] {
            command.env_remove(name);
        }
        command.env("GIT_OPTIONAL_LOCKS", "0");
        self.run(command).map(|output| Config::parse_list(&output))
    }

    /// What `command` prints, or none if it cannot be started, fails, or is killed.
    pub(super) fn run(&self, mut command: Command) -> Option<String> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().ok()?;
        let stdout = child.stdout.take()?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(child);
        let mut output = Vec::new();
        let read = stdout.take(MAX_OUTPUT).read_to_end(&mut output);
        // Order: out of the slot before the wait, or `kill` would wait for the lock as long as git runs.
        let child = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let status = child.and_then(|mut child| child.wait().ok());
        read.ok()?;
        status.filter(std::process::ExitStatus::success)?;
        Some(String::from_utf8_lossy(&output).into_owned())
    }
}
