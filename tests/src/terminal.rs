//! The executable on a terminal of its own: what a person would see, and keys as a person would press them.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::Sandbox;

/// How long anything on a screen may take before the test has failed.
const PATIENCE: Duration = Duration::from_mins(1);

/// A command that runs on a pseudo-terminal.
#[derive(Debug)]
pub struct Terminal {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// What was shown and not looked at yet.
    unseen: String,
}

impl Sandbox {
    /// Runs the executable with `args` on a terminal that says of itself that it is a `term`.
    pub fn on_terminal(&self, args: &[&str], term: &str) -> Terminal {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal can be had");
        grantpt(&ours).expect("it is ours");
        unlockpt(&ours).expect("so it can be unlocked");
        let name = ptsname(&ours, Vec::new()).expect("it has a name");
        let theirs =
            rustix::fs::open(name.as_c_str(), OFlags::RDWR | OFlags::NOCTTY, Mode::empty())
                .expect("its other end can be opened");
        let end = || Stdio::from(theirs.try_clone().expect("a descriptor can be copied"));
        let mut command = self.command(args);
        command.env("TERM", term).env("NO_COLOR", "1").stdin(end()).stdout(end()).stderr(end());
        let child = command.spawn().expect("the executable runs");
        // Order: the command holds copies of the other end; the screen ends when the last one is gone.
        drop((command, theirs));
        let keyboard = File::from(ours);
        let mut screen = keyboard.try_clone().expect("a descriptor can be copied");
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // A terminal whose other end is closed answers with an error.
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal { child, keyboard, screen: receiver, unseen: String::new() }
    }
}

impl Terminal {
    /// Waits until `text` is on the screen; what was shown up to its end.
    pub fn until(&mut self, text: &str) -> String {
        loop {
            if let Some(at) = self.unseen.find(text) {
                let rest = self.unseen.split_off(at + text.len());
                return std::mem::replace(&mut self.unseen, rest);
            }
            match self.screen.recv_timeout(PATIENCE) {
                Ok(bytes) => self.unseen.push_str(&String::from_utf8_lossy(&bytes)),
                Err(error) => panic!("{text:?} did not come ({error}); shown: {}", self.unseen),
            }
        }
    }

    /// Presses keys, one after the other.
    pub fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("somebody reads the keys");
    }

    /// Waits for the end; the exit code.
    pub fn ends(mut self) -> Option<i32> {
        self.child.wait().expect("a child can be waited for").code()
    }
}
