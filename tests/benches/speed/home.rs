//! The daemon that is measured: the real executable, in a home of its own.

use std::io::Write;
use std::process::Stdio;
use std::time::Duration;

use consolidate_client::{Answer, Deadline};
use consolidate_shared::time::SaidWithin;
use consolidate_shared::wire::v1::{BriefRequest, Caller, Coverage, RecallRequest, Role, Where};
use consolidate_tests::Sandbox;

use crate::corpus::PROJECT;
use crate::times::now;

/// By what memories are found beside their words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recall {
    /// Nothing.
    Words,
    /// Words of nearly the same meaning.
    Expansion,
    /// Those and vectors: as it comes.
    All,
}

impl Recall {
    /// What the tables call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Words => "words alone",
            Self::Expansion => "with expansion",
            Self::All => "with vectors",
        }
    }

    fn config(self) -> String {
        let on = |on: bool| if on { "true" } else { "false" };
        let (expansion, vectors) = (self != Self::Words, self == Self::All);
        format!("[recall]\nexpansion = {}\nvectors = {}\n", on(expansion), on(vectors))
    }
}

/// A home with a daemon.
#[derive(Debug)]
pub(crate) struct Home {
    /// Where it is.
    pub(crate) sandbox: Sandbox,
    pid: Option<u32>,
}

impl Home {
    /// A home whose store holds the lines, and no daemon.
    pub(crate) fn with(lines: &str) -> Self {
        let sandbox = Sandbox::new(env!("CARGO_BIN_EXE_consolidate"));
        let mut home = Self { sandbox, pid: None };
        home.configure(Recall::All);
        home.sandbox.run(["daemon", "start"]).ok();
        let file = home.sandbox.path().join("load.jsonl");
        std::fs::File::create(&file)
            .and_then(|mut file| file.write_all(lines.as_bytes()))
            .expect("the home takes a file");
        let file = file.to_str().expect("the path is text");
        home.sandbox.run(["import", file, "--strict"]).ok();
        home.stop();
        home
    }

    fn configure(&self, recall: Recall) {
        let path = self.sandbox.places().config;
        let folder = path.parent().expect("a config lies in a folder");
        std::fs::create_dir_all(folder).expect("the folder can be made");
        std::fs::write(&path, recall.config()).expect("the config can be written");
    }

    /// Stops the daemon and waits until it is gone.
    pub(crate) fn stop(&mut self) {
        self.sandbox.run(["daemon", "stop"]).ok();
        self.pid = None;
    }

    /// Starts the daemon with this recall; how long until it answered a question whole.
    pub(crate) fn start(&mut self, recall: Recall, question: &str) -> Duration {
        self.configure(recall);
        let start = now();
        let mut child = self
            .sandbox
            .command(["daemon", "run"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the executable runs");
        self.pid = Some(child.id());
        // It ends with the sandbox; a thread waits for it, so that it is no zombie until then.
        std::thread::spawn(move || child.wait());
        let socket = self.sandbox.socket();
        let mut client = None;
        loop {
            let deadline = Deadline::after(Duration::from_mins(10));
            let connected = match client.take() {
                Some(connected) => Ok(connected),
                None => consolidate_client::Client::connect(&socket, deadline),
            };
            let Ok(mut connected) = connected else {
                std::thread::yield_now();
                continue;
            };
            let answer = connected.ask(recall_request(question), Deadline::after(BUDGET));
            if matches!(&answer, Answer::Full(answer) if answer.coverage == Coverage::FULL) {
                return start.elapsed();
            }
            if connected.is_usable() {
                client = Some(connected);
            }
        }
    }

    /// Resident memory of the daemon in MiB: now, and at its highest.
    pub(crate) fn resident(&self) -> (f64, f64) {
        let pid = self.pid.expect("a daemon runs");
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let kib = line.and_then(|line| line.trim().split(' ').next()?.parse::<f64>().ok());
            kib.unwrap_or(f64::NAN) / 1_024.0
        };
        (field("VmRSS:"), field("VmHWM:"))
    }
}

/// The time that reads are given: the default.
pub(crate) const BUDGET: Duration = Duration::from_millis(10);

/// A person in the project.
pub(crate) fn caller() -> Caller {
    Caller { role: Role::User, session: None, project: Some(PROJECT.to_owned()) }
}

/// The question as an agent asks it: ten hits of the project.
pub(crate) fn recall_request(query: &str) -> RecallRequest {
    RecallRequest {
        caller: caller(),
        place: Where::Project(PROJECT.to_owned()),
        query: query.to_owned(),
        k: 10,
        budget_us: u32::try_from(BUDGET.as_micros()).unwrap_or(u32::MAX),
        history: false,
        said: SaidWithin::ANY,
        as_of: None,
        explain: false,
        tokens: None,
    }
}

/// A brief for a task, of the usual size.
pub(crate) fn brief_request(task: &str) -> BriefRequest {
    BriefRequest {
        caller: caller(),
        place: Where::Project(PROJECT.to_owned()),
        task: task.to_owned(),
        anchors: Vec::new(),
        tokens: None,
        window: None,
        budget_us: u32::try_from(BUDGET.as_micros()).unwrap_or(u32::MAX),
    }
}
