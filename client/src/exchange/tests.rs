use super::*;
use consolidate_shared::limits::FRAME_BYTES;
use consolidate_shared::wire::v1::{ErrorCode, Page, Refused};
use proptest::collection::vec;
use proptest::prelude::*;

/// What an exchange makes of `bytes` cut at `cuts`: an answer, an error's text, or still waiting.
fn result_of(bytes: &[u8], cuts: &[usize]) -> Option<Result<Response, String>> {
    let mut exchange = Exchange::new(&Request::Status).unwrap();
    let mut from = 0;
    let mut ends: Vec<_> = cuts.iter().map(|cut| cut % (bytes.len() + 1)).collect();
    ends.sort_unstable();
    ends.push(bytes.len());
    for end in ends {
        match exchange.feed(&bytes[from..end]) {
            Ok(None) => from = end,
            Ok(Some(response)) => {
                // What follows a whole answer is judged with it, however it was cut.
                return match bytes.len() - end {
                    0 => Some(Ok(response)),
                    surplus => Some(Err(ExchangeError::Surplus(surplus).to_string())),
                };
            }
            Err(error) => return Some(Err(error.to_string())),
        }
    }
    None
}

fn answers() -> impl Strategy<Value = Response> {
    prop_oneof![
        Just(Response::Ok),
        ".*".prop_map(|text| Response::Page(Page { text, next: None })),
        ".*".prop_map(|text| Response::Refused(Refused::new(ErrorCode::Invalid, text))),
    ]
}

proptest! {
    #[test]
    fn any_split_gives_the_same_answer(
        answer in answers(), json: bool, cuts in vec(any::<usize>(), 0..20),
    ) {
        let encoding = if json { Encoding::Json } else { Encoding::Compact };
        let bytes = frame::encode(&answer, encoding).unwrap();
        prop_assert_eq!(result_of(&bytes, &cuts), Some(Ok(answer)));
    }

    #[test]
    fn an_answer_that_is_cut_short_is_waited_for(answer in answers(), at: usize) {
        let bytes = frame::encode(&answer, Encoding::Compact).unwrap();
        prop_assert_eq!(result_of(&bytes[..at % bytes.len()], &[]), None);
    }

    #[test]
    fn no_garbage_panics_or_is_allocated_for(bytes in vec(any::<u8>(), 0..300)) {
        let mut exchange = Exchange::new(&Request::Status).unwrap();
        let _ = exchange.feed(&bytes);
        prop_assert!(exchange.came.capacity() <= 1024);
    }

    #[test]
    fn a_frame_with_a_garbage_body_is_an_error(body in vec(any::<u8>(), 0..300), encoding in 1u8..=2) {
        let mut bytes = (body.len() as u32 + 2).to_le_bytes().to_vec();
        bytes.extend([1, encoding]);
        bytes.extend(&body);
        // A few short bodies are answers by chance (`Ok` is one byte); none may be waited for or panic.
        prop_assert!(result_of(&bytes, &[]).is_some());
    }

    #[test]
    fn a_changed_byte_never_panics(answer in answers(), at: usize, to: u8) {
        let mut bytes = frame::encode(&answer, Encoding::Compact).unwrap();
        let at = at % bytes.len();
        bytes[at] = to;
        let _ = result_of(&bytes, &[]);
    }
}

#[test]
fn lengths_are_judged_before_the_body_comes() {
    for (claimed, what) in [(u32::MAX, "claimed"), (FRAME_BYTES as u32 + 3, "claimed"), (1, "hold")]
    {
        let mut bytes = claimed.to_le_bytes().to_vec();
        bytes.extend([1, 1]);
        let error = result_of(&bytes, &[]).unwrap().unwrap_err();
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn another_version_is_named() {
    let error = result_of(&[3, 0, 0, 0, 9, 1], &[]).unwrap().unwrap_err();
    assert!(error.contains("protocol 9") && error.contains("speaks 1"), "{error}");
}

#[test]
fn what_follows_the_answer_is_an_error() {
    let mut bytes = frame::encode(&Response::Ok, Encoding::Compact).unwrap();
    bytes.extend(frame::encode(&Response::Ok, Encoding::Compact).unwrap());
    let mut exchange = Exchange::new(&Request::Status).unwrap();
    assert!(matches!(exchange.feed(&bytes), Err(ExchangeError::Surplus(7))));
}

#[test]
fn a_request_beyond_the_bound_is_not_sent() {
    let lines = vec!["x".repeat(FRAME_BYTES)];
    let refused = Exchange::new(&Request::ImportLines { lines });
    assert!(matches!(refused, Err(ExchangeError::Request(FrameError::TooLong { .. }))));
}

#[test]
fn what_is_to_be_written_shrinks_to_nothing() {
    let mut exchange = Exchange::new(&Request::Status).unwrap();
    let whole = exchange.to_write().to_vec();
    exchange.wrote(4);
    assert_eq!(exchange.to_write(), &whole[4..]);
    exchange.wrote(usize::MAX);
    assert!(exchange.to_write().is_empty());
}
