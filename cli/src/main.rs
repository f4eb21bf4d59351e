//! The executable `consolidate`: parse, ask the daemon, print. What it decides is how to say things, nothing else.
//!
//! | module | holds |
//! |---|---|
//! | [`args`], [`command`] | the command line: one file a command |
//! | [`context`], [`around`], [`role`], [`project`], [`config`] | who calls, from where, with which settings |
//! | [`link`], [`skew`], [`start_failure`] | the daemon as the client reaches it |
//! | [`serve`], [`detach`], [`log`] | this process as the daemon |
//! | [`mcp`] | this process as a server of tools for an agent |
//! | [`scratch`] | a home and a daemon that are gone afterwards |
//! | [`mod@print`], [`out`], [`progress`] | what is shown, and where |
//! | [`lines`], [`wait`] | lines of a file within bounds; the end of a process |
//! | [`interrupt`] | work whose folder goes with it, also after a Ctrl-C |
//! | [`exit`] | how a command ends |

mod args;
mod around;
mod command;
mod config;
mod context;
mod detach;
mod exit;
mod glossary;
mod identity;
mod interrupt;
mod lines;
mod link;
mod log;
mod mcp;
mod out;
mod print;
mod progress;
mod project;
mod role;
mod run;
mod scratch;
mod serve;
mod settings;
mod skew;
mod start_failure;
mod wait;

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Planning makes and drops millions of small values beside what the index keeps for good. The system's allocator searches its
/// scattered free lists for each of them and returns little of what planning freed.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    run::run()
}
