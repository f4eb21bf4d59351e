//! The server of tools through the executable: sessions as a client makes them, and bytes as no client should.

mod raw;
mod session;

use std::time::Duration;

use consolidate_tests::Sandbox;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, Implementation,
};
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceError, ServiceExt as _};
use serde_json::Value;
use std::process::Stdio;
use tokio::process::Child;

/// What an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// One client and the server that it started.
struct Session {
    client: RunningService<RoleClient, ClientConfig>,
    server: Child,
}

impl Session {
    /// Starts the server in `home` for a client that calls itself `name`, with `variables` besides.
    async fn begin(home: &Sandbox, name: &str, variables: &[(&str, &str)]) -> Self {
        let mut command = home.command(["mcp"]);
        // A test is no place for a deadline of milliseconds.
        command.env("CONSOLIDATE_READ_BUDGET_MS", "20000").envs(variables.iter().copied());
        let mut server = tokio::process::Command::from(command)
            .stdin(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the executable runs");
        let output = server.stdout.take().expect("its output is piped");
        let input = server.stdin.take().expect("its input is piped");
        let config =
            ClientConfig::new(ClientCapabilities::default(), Implementation::new(name, "1.0"));
        let client = config.serve((output, input)).await.expect("a session begins");
        Self { client, server }
    }

    /// Calls a tool with an object of arguments.
    async fn call(&self, tool: &str, arguments: Value) -> Result<CallToolResult, ServiceError> {
        let arguments = arguments.as_object().cloned().expect("arguments are an object");
        let call = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        tokio::time::timeout(PATIENCE, self.client.call_tool(call)).await.expect("it is answered")
    }

    /// The text and the JSON of a call that has to be done.
    async fn done(&self, tool: &str, arguments: Value) -> (String, Value) {
        let result = self.call(tool, arguments).await.expect("the protocol holds");
        let (text, value) = parts(&result);
        assert_eq!(result.is_error, Some(false), "{text}");
        (text, value)
    }

    /// The text and the JSON of a call that has to be refused.
    async fn refused(&self, tool: &str, arguments: Value) -> (String, Value) {
        let result = self.call(tool, arguments).await.expect("the protocol holds");
        let (text, value) = parts(&result);
        assert_eq!(result.is_error, Some(true), "{text}");
        (text, value)
    }

    /// Closes the server's input and waits; its exit code.
    async fn end(mut self) -> Option<i32> {
        self.client.cancel().await.expect("the client ends");
        let ended = tokio::time::timeout(PATIENCE, self.server.wait()).await;
        ended.expect("the server ends").expect("a child can be waited for").code()
    }
}

fn parts(result: &CallToolResult) -> (String, Value) {
    let text = result.content.iter().filter_map(|block| block.as_text());
    let text = text.map(|block| block.text.as_str()).collect();
    (text, result.structured_content.clone().expect("every answer has its JSON"))
}
