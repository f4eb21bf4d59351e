# The law: what CI runs too (see .ci/run).
check: fmt clippy deny doc units test

fmt:
    cargo fmt --all --check

clippy:
    cargo clippy --workspace --all-targets --all-features -- -D warnings

deny:
    cargo deny check --hide-inclusion-graph bans licenses sources

doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --all-features

units:
    .ci/units

# The command that README.md gives.
test:
    .ci/run test

demo:
    cargo run --release -p consolidate-cli -- demo

# The words of nearly the same meaning that recall knows, made anew from the vector table.
thesaurus:
    cargo run --release -p consolidate-daemon --example thesaurus

# The secrets gate on evaluation data: DIR/secrets/fixtures.jsonl and DIR/<set>/<file>.jsonl.
measure-gate dir:
    CONSOLIDATE_EVAL_DIR={{dir}} cargo test --release -p consolidate-daemon gate::measure -- --ignored --nocapture

# Consolidation at scale as ratios: DIR/commit_load/commits.jsonl (see the data's own README to unpack it). One core: taskset -c 0.
measure-speed dir:
    CONSOLIDATE_EVAL_DIR={{dir}} cargo test --release -p consolidate-daemon --lib engine::tests::speed -- --ignored --nocapture --test-threads 1

# Speed through the real socket as ratios to trips, SQLite FTS5 and bare commits: DIR/commit_load/commits.jsonl; what follows is passed on.
bench dir *args:
    CONSOLIDATE_EVAL_DIR={{dir}} cargo bench -p consolidate-cli --features bench --bench speed -- {{args}}
