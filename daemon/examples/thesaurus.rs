//! Writes `daemon/assets/thesaurus` from the vector table: `cargo run --release -p consolidate-daemon --example thesaurus`.

use std::path::Path;

use consolidate_daemon::recall::Thesaurus;

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/thesaurus");
    let made = Thesaurus::make();
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("stems.txt"), made.stems)?;
    std::fs::write(folder.join("nearest.bin"), made.nearest)
}
