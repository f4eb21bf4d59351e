//! `completions`: what a shell needs to complete our commands.

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;
use serde_json::json;

use crate::args::Cli;
use crate::exit::{Exit, Failure};
use crate::out::Out;

/// Arguments of `completions`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  consolidate completions bash > ~/.local/share/bash-completion/completions/consolidate")]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

impl CompletionsArgs {
    pub(crate) fn run(self, out: &mut Out) -> Result<Exit, Failure> {
        let script = script(self.shell)?;
        if out.json {
            out.value(&json!({ "shell": self.shell.to_string(), "script": script }))?;
        } else {
            out.raw(&script)?;
        }
        Ok(Exit::Done)
    }
}

fn script(shell: Shell) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "consolidate", &mut bytes);
    String::from_utf8(bytes)
        .map_err(|error| Failure::new(Exit::Internal, format!("the script is no text: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shell_gets_every_command() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = script(shell).unwrap();
            assert!(script.contains("supersede") && script.contains("budget-ms"), "{shell}");
            assert!(script.contains("pitfall"), "{shell} completes the kinds");
        }
    }
}
