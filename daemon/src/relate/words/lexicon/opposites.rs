//! Opposites in the language of software: data, and nothing else. Words that only an affix parts ("signed", "unsigned") are
//! left to [`undone`].

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

/// Pairs of opposites, of one word each.
pub(in crate::relate) const ANTONYMS: &str = "enable/disable enabled/disabled on/off allow/forbid allowed/forbidden always/never allow/prohibit allow/ban \
    allowed/banned allow/deny allow/block allowed/blocked allowed/prohibited permit/forbid permitted/forbidden \
    permit/prohibit permitted/prohibited grant/deny allow/prevent permit/deny allowed/frozen fine/forbidden \
    fine/banned true/false sync/async synchronous/asynchronous synchronously/asynchronously lowercase/uppercase \
    light/dark short/long works/broken work/broken works/fails work/fail works/breaks work/break works/crashes \
    work/crash handles/breaks supported/deprecated deprecated/maintained deprecated/recommended \
    sensitive/insensitive shared/exclusive shared/separate shared/dedicated shared/private shared/isolated \
    shared/own common/separate together/separately together/apart jointly/separately combined/separate \
    public/private public/internal public/confidential public/secret public/hidden open/private morning/evening \
    required/optional mandatory/optional compulsory/optional obligatory/optional compulsory/voluntary \
    mandatory/voluntary required/forbidden mandatory/forbidden required/unnecessary needed/unnecessary \
    needed/superfluous necessary/superfluous first/last min/max minimum/maximum minimize/maximize \
    minimal/maximal minimum/most least/most lowest/highest smallest/largest smallest/biggest oldest/newest \
    earliest/latest shortest/longest fastest/slowest best/worst internal/external inside/outside local/remote \
    locally/remotely onsite/offsite onsite/remotely online/offline fast/slow quickly/slowly quick/slow \
    fast/slowly cheap/expensive cheap/costly increase/decrease increases/decreases raise/lower increase/reduce \
    increases/reduces grow/shrink grows/shrinks expand/shrink expand/collapse expands/collapses widen/narrow \
    speed/slow improves/worsens improve/worsen above/below before/after with/without prefer/avoid use/avoid \
    prefers/avoids uses/avoids use/skip run/skip runs/skips perform/skip required/skipped checked/skipped \
    checked/ignored pass/fail passes/fails passed/failed succeed/fail succeeds/fails success/failure \
    successful/failed green/red green/broken green/failing passing/failing add/remove adds/removes add/drop \
    attached/detached open/closed opened/closed open/locked tabs/spaces stable/flaky stable/unstable \
    reliable/flaky deterministic/flaky deterministic/random predictable/random stable/experimental stable/beta \
    stable/fragile robust/fragile robust/brittle safe/unsafe safe/dangerous safe/risky secure/insecure \
    secure/vulnerable trusted/untrusted harmless/dangerous harmless/harmful static/dynamic \
    statically/dynamically manual/automatic manually/automatically hand/automatically manual/automated \
    manually/programmatically automatically/explicitly implicit/explicit implicitly/explicitly explicit/inferred \
    camelcase/snake_case pascalcase/snake_case british/american optional/always up/down left/right top/bottom \
    front/back upper/lower horizontal/vertical horizontally/vertically forward/backward forwards/backwards \
    clockwise/counterclockwise single/multiple one/several one/many single/many single/double single/several \
    once/repeatedly include/exclude includes/excludes included/excluded include/omit includes/omits \
    included/omitted include/ignore included/ignored accept/reject accepts/rejects accepted/rejected \
    accept/refuse accepts/refuses accept/decline accepts/declines approve/reject approved/rejected \
    approve/decline accepts/forbids tolerates/rejects tolerate/reject allows/rejects keep/drop keep/delete \
    keeps/deletes kept/deleted keep/discard keeps/discards kept/discarded keep/strip keeps/strips kept/stripped \
    keep/remove preserve/delete preserve/discard preserves/discards preserved/discarded preserve/strip \
    preserved/stripped preserve/drop preserves/drops retain/delete retained/deleted retain/discard \
    retained/discarded preserved/lost kept/lost persistent/ephemeral permanent/temporary permanent/ephemeral \
    durable/ephemeral persisted/discarded persistent/temporary permanently/temporarily forever/temporarily \
    start/stop starts/stops started/stopped start/end starts/ends begin/end begins/ends start/finish \
    starts/finishes running/stopped active/inactive active/idle active/dormant active/passive alive/dead \
    active/retired active/archived active/frozen enabled/off disabled/on disabled/active enabled/inactive \
    more/fewer more/less many/few most/few all/none all/some full/empty full/partial fully/partially \
    complete/partial complete/incomplete entirely/partly everything/nothing everyone/noone always/sometimes \
    always/rarely always/seldom always/occasionally often/rarely often/never often/seldom usually/rarely \
    frequently/rarely regularly/rarely sometimes/never strict/lenient strict/loose strict/relaxed \
    strict/permissive strictly/loosely tight/loose tightly/loosely restrictive/permissive rigid/flexible \
    fixed/variable fixed/configurable fixed/dynamic hardcoded/configurable constant/variable constant/changing \
    show/hide shows/hides shown/hidden display/hide displays/hides displayed/hidden visible/hidden expose/hide \
    exposes/hides exposed/hidden reveal/hide visible/invisible displayed/suppressed shown/suppressed \
    emit/suppress emits/suppresses warns/ignores warn/ignore reports/ignores report/ignore reports/hides \
    flags/ignores flag/ignore flagged/ignored respects/ignores respect/ignore honors/ignores honor/ignore \
    honours/ignores obeys/ignores follows/ignores heeds/ignores respected/ignored honored/ignored \
    validates/ignores validated/ignored checks/ignores checks/skips check/skip covers/ignores covers/skips covers/excludes logs/ignores logged/ignored \
    considers/ignores considered/ignored uses/ignores used/ignored handles/ignores handled/ignored \
    processed/ignored processed/skipped tested/untested logs/swallows raises/swallows raise/swallow \
    propagated/swallowed loves/hates love/hate likes/hates like/hate likes/dislikes like/dislike \
    prefers/dislikes prefer/dislike prefers/hates wants/refuses enjoys/hates fine/hates welcomes/hates \
    welcome/unwanted likes/detests appreciates/hates happy/unhappy satisfied/dissatisfied agree/disagree \
    agrees/disagrees trust/distrust trusts/distrusts ascending/descending asc/desc ascend/descend newest/oldest \
    fifo/lifo eager/lazy eagerly/lazily eager/deferred immediately/later immediate/delayed immediate/deferred \
    immediately/lazily instantly/eventually early/late earlier/later now/later optimistic/pessimistic \
    strong/weak strong/eventual strongly/weakly strongly/eventually typed/untyped typed/dynamic \
    blocking/nonblocking parallel/serial parallel/sequential parallel/sequentially concurrently/sequentially \
    concurrent/sequential concurrent/serial concurrently/serially batched/streamed batched/individually \
    bulk/individually interactive/headless interactive/unattended interactively/unattended attended/unattended \
    headless/headed stateful/stateless persistent/stateless authenticated/anonymous named/anonymous \
    personal/shared compressed/raw encrypted/plaintext encrypted/cleartext escaped/raw hashed/plaintext \
    signed/unsigned minified/readable minified/pretty compact/verbose concise/verbose terse/verbose \
    verbose/quiet verbose/silent brief/detailed brief/long brief/verbose short/detailed short/verbose \
    concise/detailed quiet/loud noisy/quiet silent/noisy silently/loudly formal/informal formal/casual \
    simple/complex simple/complicated easy/hard easy/difficult trivial/hard readable/cryptic clean/dirty \
    clean/messy sorted/random ordered/random sorted/unsorted sequential/random tidy/messy neat/messy big/small \
    large/small large/tiny huge/tiny wide/narrow thick/thin deep/shallow deep/flat nested/flat nested/inline \
    tall/short high/low highest/lowest higher/lower hot/cold warm/cold heavy/light heavyweight/lightweight \
    rich/plain new/old old/young modern/legacy current/obsolete current/outdated latest/outdated fresh/stale \
    fresh/cached maintained/abandoned maintained/unmaintained alive/abandoned supported/abandoned \
    readable/writable readonly/writable readonly/mutable locked/unlocked connected/disconnected \
    installed/uninstalled attached/standalone bundled/external bundled/standalone vendored/downloaded \
    bundled/separate embedded/external inline/external inline/separate inherited/overridden overwrite/append \
    overwrite/preserve overwrites/appends overwrites/preserves overwritten/preserved overwritten/kept \
    merged/split joined/split squash/preserve monolith/microservices monolithic/modular monorepo/polyrepo \
    centralized/decentralized centralised/decentralised central/distributed centralized/distributed \
    coupled/decoupled tight/decoupled vulnerable/patched present/absent present/missing exists/missing \
    available/missing available/down up/offline reachable/down available/unavailable found/missing present/gone \
    included/missing free/taken free/occupied free/busy free/paid free/reserved available/taken \
    available/reserved vacant/occupied idle/busy positive/negative plus/minus even/odd leading/trailing odd/even \
    absolute/relative abstract/concrete generic/specific general/specific global/local globally/locally \
    native/emulated native/virtual physical/virtual virtual/real real/fake real/mocked live/mocked genuine/fake \
    mocked/live sandbox/live valid/invalid valid/corrupt intact/corrupt correct/wrong correct/broken \
    correctly/wrongly correctly/incorrectly right/wrong accurate/wrong healthy/broken healthy/sick \
    healthy/degraded intact/broken intact/damaged fixed/broken broken/fine fine/fails fine/broken clean/broken \
    normal/abnormal same/different same/separate identical/different equal/different equally/differently \
    similar/different identical/distinct uniform/mixed consistent/mixed homogeneous/heterogeneous day/night \
    love/loathe good/bad better/worse useful/useless helpful/useless helpful/harmful encourage/discourage \
    encouraged/discouraged encourages/discourages recommended/discouraged recommend/discourage \
    recommended/deprecated preferred/discouraged welcome/discouraged advised/discouraged allowed/discouraged \
    recommended/forbidden encouraged/forbidden encouraged/banned welcome/forbidden welcome/banned hidden/public \
    secret/public cached/uncached cached/recomputed cached/computed reused/recreated reuse/recreate wipes/keeps \
    wipes/preserves wipe/keep wiped/kept wiped/preserved clears/keeps cleared/kept truncated/preserved \
    retries/fails restarts/stays stays/leaves stay/leave stays/changes mutable/immutable supported/unsupported keep/split keep/replace keep/abolish \
    returns/throws return/throw returns/raises return/raise returns/panics return/panic returns/aborts falls/panics \
    falls/throws falls/raises falls/fails falls/crashes falls/aborts warns/rejects warn/reject warns/fails warn/fail warning/error \
    alike/differently identically/differently equally/differently new/legacy briefly/length soft/hard upfront/later \
    row/column exactly/least enough/insufficient writable/readonly maintenance/active";

/// Words for what goes well, each of which is opposed to every one of [`FAILS`].
pub(in crate::relate) const GOES_WELL: &str = "works work succeeds succeed passes pass fine safe safely smoothly recovers recover \
    continues continue survives survive tolerates tolerate ignores ignore skips skip reliable reliably";

/// Words for what goes wrong.
pub(in crate::relate) const FAILS: &str = "fails fail crashes crash panics panic aborts abort hangs hang deadlocks deadlock freezes \
    freeze breaks break segfaults segfault stalls stall errors rejects reject throws throw raises raise dies die corrupts \
    corrupt";

/// Pairs that part two things, and of which both may hold: what is uploaded may be downloaded as well.
pub(in crate::relate) const COMPLEMENTS: &str = "append/prepend push/pop enqueue/dequeue insert/delete attach/detach encode/decode encrypt/decrypt \
    compress/decompress serialize/deserialize marshal/unmarshal reader/writer input/output inputs/outputs \
    source/sink client/server producer/consumer sender/receiver send/receive sends/receives push/pull \
    pushes/pulls pushed/pulled upload/download uploads/downloads import/export imports/exports load/unload \
    mount/unmount lock/unlock acquire/release allocate/free connect/disconnect subscribe/unsubscribe \
    register/unregister install/uninstall login/logout parent/child ancestor/descendant superset/subset \
    caller/callee host/guest server/browser frontend/backend prefix/suffix singular/plural row/column \
    primary/secondary primary/replica primary/backup primary/fallback leader/follower master/replica \
    weekdays/weekends weekday/weekend daytime/nighttime summer/winter north/south east/west open/close \
    opens/closes upstream/downstream activate/deactivate grant/revoke inbound/outbound incoming/outgoing \
    ingress/egress merge/split join/split resume/pause resumes/pauses pro/con win/lose wins/loses gain/lose \
    gains/loses lead/trail read/write rise/fall rises/falls portrait/landscape major/minor inner/outer";

/// Prefixes that undo the word behind them, the plain ones first.
const PREFIXES: &[&str] = &["un", "non", "dis", "in", "im", "ir", "il", "de", "mis"];
/// Fewer letters behind a prefix are another word ("unit", "into", "undo").
const SHORTEST_BASE: usize = 5;
/// Words that only look prefixed: what is behind the prefix is a word of another meaning.
static WHOLE: LazyLock<FxHashSet<&str>> =
    LazyLock::new(|| LOOK_PREFIXED.split_whitespace().collect());
const LOOK_PREFIXED: &str = "debugged default defaults defined degrade degraded delayed delight deposit depress describe \
    describes deserve deserved deserves designed designs despite detailed details detested detests \
    devices devoted disclose disclosed discount discounts discover discovered discovers discovery \
    discussed disguise dismissed dispatch dispatched dispatches displace displaced displayed displays \
    disposed dissolve distill distribute distributed impaired implant implanted imported importer \
    imports imposed impress impressed improve improved improves incoming increase increased indented \
    information informed informs inlined inspect inspected install installed installing installs \
    instance instances instead intended intense invaluable invested invoice invoices misleading mistaken \
    mistakes unions united";

/// The word that a prefix undoes: "signed" for "unsigned".
pub(in crate::relate) fn undone(word: &str) -> Option<&str> {
    let mut bases = PREFIXES.iter().filter_map(|prefix| word.strip_prefix(prefix));
    let is_word =
        |base: &&str| base.len() >= SHORTEST_BASE && base.bytes().all(|b| b.is_ascii_lowercase());
    // Most words have no such prefix: the list is asked last.
    bases.find(is_word).filter(|_| !WHOLE.contains(word))
}
