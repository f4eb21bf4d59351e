//! Bytes that no client of ours would send: a clear answer each, and the next request works.

use consolidate_tests::raw::Raw;

use crate::sandbox;

#[test]
fn frames_that_are_none_are_refused_and_the_daemon_lives() {
    let home = sandbox();
    let pid = home.start();
    let socket = home.socket();
    let works =
        |raw: &mut Raw| raw.ask("\"status\"").is_some_and(|answer| answer["status"]["pid"] == pid);

    let mut raw = Raw::connect(&socket);
    raw.send_frame(99, 2, b"\"status\"");
    let refused = raw.answer().expect("another version is answered");
    assert_eq!(refused["refused"]["code"], "version");
    let message = refused["refused"]["message"].as_str().expect("a message");
    assert!(message.contains("99") && message.contains('1'), "{message}");
    assert!(works(&mut raw), "the connection survives");

    for body in [
        &b"\"no_such_request\""[..],
        b"{\"record\":",
        b"\xff\xfe",
        b"{\"recall\":{\"query\":\"\\ud800\"}}",
        b"[[[[[[[[",
        b"",
    ] {
        raw.send_frame(1, 2, body);
        let answer = raw.answer().expect("a bad body is answered");
        assert!(answer["refused"]["message"].is_string(), "{answer}");
        assert!(works(&mut raw), "the connection survives {body:?}");
    }
    assert!(
        raw.ask("{\"read\":{\"memory\":\"mem_0\",\"caller\":{\"role\":\"user\"},\"extra\":1}}")
            .is_some()
    );

    let mut huge = Raw::connect(&socket);
    huge.send(&[0xff, 0xff, 0xff, 0xff, 1, 2, 0, 0]);
    let refused = huge.answer().expect("a claim of 4 GiB is answered");
    assert_eq!(refused["refused"]["code"], "invalid");

    let mut half = Raw::connect(&socket);
    half.send(&[200, 0, 0, 0, 1, 2, b'{']);
    assert!(works(&mut Raw::connect(&socket)), "half a frame hinders nobody");
    assert_eq!(home.pid(), pid);
}

#[test]
fn text_that_cannot_be_stored_is_refused_by_the_command_line() {
    let home = sandbox();
    home.start();
    for (args, input) in [
        (vec!["record", "  "], None),
        (vec!["record", "-"], Some(vec![b'x'; 5 * 1024 * 1024])),
        (vec!["record", "-"], Some(b"\xff\xfe".to_vec())),
        (vec!["record", "-"], Some(b"nul \0 byte".to_vec())),
        (vec!["record", "-"], Some(b"\x1b[31mred".to_vec())),
    ] {
        let ran = home.run_with_input(&args, input.as_deref().unwrap_or_default());
        assert!(ran.code != 0 && ran.code < 128, "{args:?}: {ran:?}");
        assert!(ran.err.lines().count() <= 3 && !ran.err.contains("panicked"), "{}", ran.err);
    }
    home.run(["record", "This one is fine."]).ok();
}
