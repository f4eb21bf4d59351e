//! Bytes on the server's standard input that no client should send, and what comes back, line by line.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::Stdio;

use consolidate_tests::Sandbox;
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::sandbox;

fn hello(id: u32) -> String {
    let params = json!({
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": { "name": "raw", "version": "1" },
    });
    json!({ "jsonrpc": "2.0", "id": id, "method": "initialize", "params": params }).to_string()
}

fn call(id: u32, tool: &str, arguments: &Value) -> String {
    let params = json!({ "name": tool, "arguments": arguments });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string()
}

/// Every line of output as the JSON-RPC message that it has to be.
fn messages(output: &str) -> Vec<Value> {
    let message = |line: &str| {
        let message: Value =
            serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        message
    };
    output.lines().map(message).collect()
}

fn answer(messages: &[Value], id: u32) -> &Value {
    let found: Vec<_> = messages.iter().filter(|message| message["id"] == id).collect();
    assert_eq!(found.len(), 1, "one answer to {id}: {messages:?}");
    found[0]
}

#[test]
fn bad_lines_cost_themselves_and_nothing_else() {
    let home = sandbox();
    let mut input = Vec::new();
    let mut line = |bytes: &[u8]| {
        input.extend_from_slice(bytes);
        input.push(b'\n');
    };
    line(b"hello?");
    line(call(90, "memory_search", &json!({ "query": "a" })).as_bytes());
    line(hello(1).as_bytes());
    line(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    for bad in [
        &b""[..],
        b"{",
        b"\xff\xfe{}",
        b"[]",
        b"null",
        br#"{"jsonrpc":"2.0","id":91}"#,
        br#"{"jsonrpc":"2.0","id":{},"method":"tools/list"}"#,
        br#"{"jsonrpc":"2.0","method":"notifications/no-such-thing"}"#,
        br#"{"jsonrpc":"2.0","id":7777,"result":{}}"#,
        "[".repeat(100_000).as_bytes(),
        "x".repeat(5 << 20).as_bytes(),
    ] {
        line(bad);
    }
    line(call(2, "memory_search", &json!({ "query": "a".repeat(5 << 20) })).as_bytes());
    line(br#"{"jsonrpc":"2.0","id":3,"method":"no/such/method"}"#);
    line(br#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"memory_read"}}"#);
    line(br#"{"jsonrpc":"2.0","id":5,"method":"ping"}"#);
    line(call(6, "memory_record", &json!({ "text": "The port is 8080" })).as_bytes());
    let ran = home.run_with_input(["mcp"], &input).exits(0);
    let messages = messages(&ran.out);
    assert!(answer(&messages, 90)["error"].is_object(), "no call before a session");
    assert_eq!(answer(&messages, 1)["result"]["serverInfo"]["name"], "consolidate");
    assert!(messages.iter().all(|message| message["id"] != 2), "what is too long is not read");
    assert_eq!(answer(&messages, 3)["error"]["code"], -32601);
    assert_eq!(answer(&messages, 4)["result"]["isError"], true);
    assert!(answer(&messages, 5)["result"].is_object());
    // What was asked before the end of input is answered after it.
    assert_eq!(answer(&messages, 6)["result"]["isError"], false);
}

#[test]
fn nothing_asked_is_nothing_answered() {
    let home = sandbox();
    let ran = home.run_with_input(["mcp"], b"").exits(0);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", ""));
    let note = br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let ran = home.run_with_input(["mcp"], &[&note[..], b"\n"].concat()).exits(1);
    assert!(ran.out.is_empty() && ran.err.contains("no `initialize`"), "{}", ran.err);
}

#[test]
fn a_broken_setting_ends_it_before_it_begins() {
    let home = sandbox();
    let mut command = home.command(["mcp"]);
    command.env("CONSOLIDATE_AGENT", "user");
    let output = command.output().expect("the executable runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}

/// Of the protocol's revision without `initialize`, where each request says who asks.
#[test]
fn a_client_that_says_with_each_request_who_it_is_is_served_too() {
    let home = sandbox();
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "newer", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let ask = |id: u32, method: &str, params: &Value| {
        let mut params = params.clone();
        params["_meta"] = meta.clone();
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
    };
    let id = "mem_01m8nyzchrehzsx4bw3r4wsqqg";
    let arguments = json!({ "text": "The port is 8080", "id": id });
    let record = json!({ "name": "memory_record", "arguments": arguments });
    let input = [
        ask(1, "server/discover", &json!({})),
        ask(2, "tools/list", &json!({})),
        ask(3, "tools/call", &record),
    ];
    let ran = home.run_with_input(["mcp"], (input.join("\n") + "\n").as_bytes()).exits(0);
    let messages = messages(&ran.out);
    assert!(answer(&messages, 1)["result"]["capabilities"]["tools"].is_object());
    assert_eq!(answer(&messages, 2)["result"]["tools"].as_array().map(Vec::len), Some(5));
    assert_eq!(answer(&messages, 3)["result"]["isError"], false);
    assert_eq!(home.run(["read", id, "--json"]).json()["sources"][0]["agent"], "newer");
}

#[test]
fn many_calls_at_once_are_each_answered_once() {
    let home = sandbox();
    home.start();
    let mut input = hello(1) + "\n";
    for id in 2..202 {
        let one = match id % 3 {
            0 => call(id, "memory_search", &json!({ "query": "port" })),
            1 => call(
                id,
                "memory_record",
                &json!({ "text": format!("The port of host{id} is {id}") }),
            ),
            _ => call(id, "memory_brief", &json!({ "task": "ports" })),
        };
        input.push_str(&(one + "\n"));
    }
    let ran = home.run_with_input(["mcp"], input.as_bytes()).exits(0);
    let messages = messages(&ran.out);
    assert_eq!(messages.len(), 201);
    for id in 2..202 {
        assert_eq!(answer(&messages, id)["result"]["isError"], false);
    }
}

/// A server on sockets, as some clients start it, and the client's end.
fn on_sockets(home: &Sandbox) -> (std::process::Child, UnixStream) {
    let (ours, theirs) = UnixStream::pair().expect("a pair of sockets can be had");
    let end = || Stdio::from(OwnedFd::from(theirs.try_clone().expect("a socket can be copied")));
    let child = home.command(["mcp"]).stdin(end()).stdout(end()).spawn();
    (child.expect("the executable runs"), ours)
}

/// Begins a session and reads the first answer.
fn begun(ours: &mut UnixStream) -> BufReader<UnixStream> {
    ours.write_all(format!("{}\n", hello(1)).as_bytes()).expect("the server reads");
    let mut reader = BufReader::new(ours.try_clone().expect("a socket can be copied"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("the server answers");
    assert_eq!(messages(&line).len(), 1);
    reader
}

#[test]
fn sockets_serve_as_well_as_pipes() {
    let home = sandbox();
    let (mut server, mut ours) = on_sockets(&home);
    let mut reader = begun(&mut ours);
    let search = call(2, "memory_search", &json!({ "query": "a" }));
    ours.write_all(format!("{search}\n").as_bytes()).expect("the server reads");
    ours.shutdown(Shutdown::Write).expect("one direction can be closed");
    let mut rest = String::new();
    reader.read_to_string(&mut rest).expect("the server answers");
    assert_eq!(answer(&messages(&rest), 2)["result"]["isError"], false);
    assert_eq!(server.wait().expect("it can be waited for").code(), Some(0));
}

#[test]
fn told_to_end_it_ends() {
    let home = sandbox();
    let (mut server, mut ours) = on_sockets(&home);
    begun(&mut ours);
    home.signal(server.id(), Signal::TERM);
    assert_eq!(server.wait().expect("it can be waited for").code(), Some(0));

    let mut command = home.command(["mcp"]);
    let mut server = command.stdin(Stdio::piped()).spawn().expect("the executable runs");
    let mut input = server.stdin.take().expect("its input is piped");
    let output = server.stdout.take().expect("its output is piped");
    input.write_all(format!("{}\n", hello(1)).as_bytes()).expect("the server reads");
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line).expect("the server answers");
    home.signal(server.id(), Signal::TERM);
    assert_eq!(server.wait().expect("it can be waited for").code(), Some(0));
}
