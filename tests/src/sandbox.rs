//! The sandbox: commands run in it, its daemon, its end.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use consolidate_client::{Client, Deadline, endpoint};
use consolidate_shared::place::{Places, Surroundings};
use consolidate_shared::wire::v1::{Request, Response};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

/// How long anything in a test may take before it has failed: far above what it takes on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// What a command did.
#[derive(Debug)]
#[must_use = "look at the code or the output"]
pub struct Ran {
    /// Its exit code; 128 and the signal's number if one ended it.
    pub code: i32,
    /// What it printed.
    pub out: String,
    /// What it complained about.
    pub err: String,
}

impl Ran {
    /// The output of a command that must have exited with 0.
    pub fn ok(self) -> String {
        assert_eq!(self.code, 0, "out: {}\nerr: {}", self.out, self.err);
        self.out
    }

    /// The output of a command that must have exited with `code`.
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "out: {}\nerr: {}", self.out, self.err);
        self
    }

    /// The JSON of a command that must have exited with 0.
    pub fn json(self) -> Value {
        let out = self.ok();
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"))
    }
}

/// A home of its own for the executable. Dropping it ends its daemon.
#[derive(Debug)]
pub struct Sandbox {
    executable: PathBuf,
    home: TempDir,
    clock: bool,
}

impl Sandbox {
    /// An empty home; no daemon runs in it.
    pub fn new(executable: &str) -> Self {
        let home = tempfile::Builder::new()
            .prefix("cs")
            .tempdir()
            .expect("a temporary folder can be made");
        std::fs::create_dir(home.path().join("work")).expect("a new folder takes another");
        Self { executable: executable.into(), home, clock: false }
    }

    /// Lets the daemon take its time from a file that [`Sandbox::set_clock`] writes. Before the daemon is started.
    #[must_use]
    pub fn with_clock(mut self, time: &str) -> Self {
        self.clock = true;
        self.set_clock(time);
        self
    }

    /// Moves the daemon's clock.
    pub fn set_clock(&self, time: &str) {
        std::fs::write(self.clock_file(), time).expect("the home takes a file");
    }

    fn clock_file(&self) -> PathBuf {
        self.home.path().join("clock")
    }

    /// The folder of everything.
    pub fn path(&self) -> &Path {
        self.home.path()
    }

    /// Where store, socket and logs are.
    pub fn places(&self) -> Places {
        let around = Surroundings {
            consolidate_home: Some(self.home.path().join("home")),
            temporary: std::env::temp_dir(),
            uid: rustix::process::getuid().as_raw(),
            ..Surroundings::default()
        };
        Places::of(&around).expect("an absolute home has places")
    }

    /// The socket, as clients find it.
    pub fn socket(&self) -> PathBuf {
        endpoint(&self.places())
    }

    /// The command with `args`, not yet run.
    pub fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(&self.executable);
        command
            .args(args)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.home.path().join("work"))
            .env("CONSOLIDATE_HOME", self.home.path().join("home"))
            .env("CONSOLIDATE_PROJECT", "example.org/shop")
            .env("CONSOLIDATE_BIN", &self.executable)
            .current_dir(self.home.path().join("work"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the executable with `args`, words separated by spaces being separate arguments in `&[..]`.
    pub fn run<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Ran {
        finished(self.command(args).spawn().expect("the executable runs"))
    }

    /// Runs the executable with something on its standard input.
    pub fn run_with_input<S: AsRef<OsStr>>(
        &self,
        args: impl IntoIterator<Item = S>,
        input: &[u8],
    ) -> Ran {
        let mut child =
            self.command(args).stdin(Stdio::piped()).spawn().expect("the executable runs");
        // A command that refuses its input closes the pipe: that is for its exit code to say.
        let _ = child.stdin.take().expect("stdin is piped").write_all(input);
        finished(child)
    }

    /// Starts the daemon and waits until it answers.
    pub fn start(&self) -> u32 {
        if self.clock {
            let clock = self.clock_file();
            let mut command = self.command(["daemon", "run", "--clock"]);
            command.arg(clock).stdout(Stdio::null()).stderr(Stdio::null());
            let mut daemon = command.spawn().expect("the executable runs");
            // It ends with the sandbox; a thread waits for it, so that it is no zombie until then.
            std::thread::spawn(move || daemon.wait());
            self.until("the daemon answers", || self.status().is_some());
        } else {
            self.run(["daemon", "start"]).ok();
        }
        self.pid()
    }

    /// The status, if a daemon answers.
    pub fn status(&self) -> Option<Value> {
        let ran = self.run(["status", "--json"]);
        (ran.code == 0).then(|| ran.json())
    }

    /// The running daemon's process.
    pub fn pid(&self) -> u32 {
        let status = self.status().expect("a daemon runs");
        status["pid"].as_u64().and_then(|pid| u32::try_from(pid).ok()).expect("a status has a pid")
    }

    /// Sends `signal` to a process.
    pub fn signal(&self, pid: u32, signal: Signal) {
        let pid = i32::try_from(pid).ok().and_then(Pid::from_raw).expect("a pid is a small number");
        // A process that is gone already is what the signal was for.
        let _ = kill_process(pid, signal);
    }

    /// Kills the daemon without a word and waits until it is gone.
    pub fn kill(&self, pid: u32) {
        self.signal(pid, Signal::KILL);
        self.until("the process is gone", || !is_alive(pid));
    }

    /// Waits until `what` is so.
    pub fn until(&self, what: &str, mut so: impl FnMut() -> bool) {
        let deadline = Deadline::after(PATIENCE);
        while !so() {
            assert!(!deadline.is_past(), "not so after {PATIENCE:?}: {what}");
            pause();
        }
    }

    /// A connection to the daemon.
    pub fn connect(&self) -> Client {
        let socket = self.socket();
        Client::connect(&socket, Deadline::after(PATIENCE)).expect("the daemon takes connections")
    }

    /// One request and its answer over a connection of its own.
    pub fn ask(&self, request: &Request) -> Response {
        self.connect().call(request, Deadline::after(PATIENCE)).expect("the daemon answers")
    }

    /// Processes of this sandbox's executable that run as its daemon.
    pub fn daemons(&self) -> usize {
        let home = self.home.path().join("home");
        let ours = |pid: &Path| {
            let arguments = std::fs::read(pid.join("cmdline")).unwrap_or_default();
            let environment = std::fs::read(pid.join("environ")).unwrap_or_default();
            let home = format!("CONSOLIDATE_HOME={}", home.display());
            let words: Vec<&[u8]> = arguments.split(|byte| *byte == 0).collect();
            words.contains(&b"daemon".as_slice())
                && words.contains(&b"run".as_slice())
                && environment.split(|byte| *byte == 0).any(|part| part == home.as_bytes())
        };
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        processes.filter(|entry| ours(&entry.path())).count()
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        if let Some(pid) = self.status().and_then(|status| status["pid"].as_u64()) {
            self.signal(u32::try_from(pid).unwrap_or_default(), Signal::KILL);
        }
    }
}

fn finished(child: Child) -> Ran {
    use std::os::unix::process::ExitStatusExt;
    let output = child.wait_with_output().expect("a child can be waited for");
    let code = output.status.code().or(output.status.signal().map(|signal| 128 + signal));
    Ran {
        code: code.unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "another process is looked at until it has done what is waited for"
)]
fn pause() {
    std::thread::sleep(Duration::from_millis(20));
}

/// Whether a process runs and is no zombie.
fn is_alive(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit(") ").next().and_then(|rest| rest.chars().next());
    !matches!(state, None | Some('Z' | 'X'))
}
