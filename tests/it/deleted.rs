//! What was taken out is served by nobody, from the acknowledgement on.

use consolidate_client::{Client, Deadline, new_memory_id};
use consolidate_shared::model::RetireReason;
use consolidate_shared::time::SaidWithin;
use consolidate_shared::wire::v1::{
    Caller, Order, OrderKind, RecallRequest, Request, Response, Role, Where,
};

use crate::crowd::record;
use crate::sandbox;

pub(crate) fn caller() -> Caller {
    let role = Role::Agent { name: "crowd".to_owned(), capable: false };
    Caller { role, session: None, project: Some("example.org/shop".to_owned()) }
}

fn call(client: &mut Client, request: &Request) -> Response {
    client
        .call(request, Deadline::after(std::time::Duration::from_secs(30)))
        .expect("the daemon answers")
}

/// Asks for what is known of `query` in the project, with time enough.
pub(crate) fn request(query: &str, k: u32) -> Request {
    Request::Recall(RecallRequest {
        caller: caller(),
        place: Where::Project("example.org/shop".to_owned()),
        query: query.to_owned(),
        k,
        budget_us: 10_000_000,
        history: false,
        said: SaidWithin::ANY,
        as_of: None,
        explain: false,
        tokens: None,
    })
}

pub(crate) fn recall(client: &mut Client, query: &str, k: u32) -> Vec<String> {
    match call(client, &request(query, k)) {
        Response::Recall(answer) => answer.hits.into_iter().map(|hit| hit.text).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn retracted_memories_take_no_place_and_every_client_sees_each_change_at_once() {
    let home = sandbox();
    home.start();
    let (mut writer, mut reader) = (home.connect(), home.connect());
    for number in 0..12 {
        let text = format!("The jwt of service s{number} is checked by gateway g{number}.");
        assert!(matches!(
            call(&mut writer, &record(new_memory_id(), &text)),
            Response::Recorded(_)
        ));
        assert_eq!(recall(&mut reader, "jwt", 20).len(), number + 1);
    }
    let retire = |id: String| {
        let kind = OrderKind::Retire { reason: RetireReason::Retracted };
        Request::Order(Order { caller: caller(), memory: id, kind, note: None })
    };
    for left in (2..12).rev() {
        let Response::Recall(answer) = call(&mut reader, &request("jwt", 1)) else { panic!() };
        let id = answer.hits[0].id.to_string();
        assert!(matches!(call(&mut writer, &retire(id)), Response::Committed(_)));
        assert_eq!(recall(&mut reader, "jwt", 20).len(), left);
    }
    assert_eq!(recall(&mut reader, "jwt", 5).len(), 2);
    let status = home.status().expect("a daemon runs");
    assert_eq!(
        (&status["memories"]["active"], &status["memories"]["retired"]),
        (&2.into(), &10.into())
    );
    let listed = home.run(["list", "--json"]).json();
    assert_eq!(listed["memories"].as_array().map(Vec::len), Some(2));
}
