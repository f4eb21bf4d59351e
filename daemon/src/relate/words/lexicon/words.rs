//! The lists themselves: data, and nothing else.

use super::marks::Marks;

pub(super) const QUALIFIERS: &str = "only except unless if when whenever while during until for in on at within inside under \
    outside without before after since because where excluding including besides apart per but though although \
    ideally usually sometimes often mostly most some optionally optional first then once";

pub(super) const VERBS: &str = "is are was were be been must should shall may can could will would need needs has have had uses \
    use used using run runs ran lives live lived stored store stores kept keep hold holds written write writes built \
    build builds owned own owns listen listens expire expires need require requires take takes took prefer prefers \
    like likes want wants depend depends accept accepts start starts fail fails crash crashes copy copies generated \
    generate generates hosted pinned pin cut deploy deploys follow follows report reports default defaults return \
    returns issue issues log logs contain contains caused cause causes support supports work works read reads merged \
    merge retried retry checked check performed handled handle handles moved switched migrated replaced dropped \
    removed signed rebuilt tagged shipped based located named called set chose chosen decided wins prevails happen happens occur occurs";

/// Marks that hold for the word as written.
pub(super) const BY_WORD: &[(Marks, &str)] = &[
    (
        Marks::STOP,
        "a an the of to and or is are was were be been being am it its this that these those there here we our us i \
        my me you your he she they them their his her has have had do does did done doing will would shall should can \
        could may might must need needs ought as so also just very really quite by with",
    ),
    (Marks::NEGATION, "not no never none neither nor nothing nobody"),
    (Marks::QUALIFIER, QUALIFIERS),
    (
        Marks::HARD,
        "only except unless if when whenever while during until without excluding but though although ideally \
        usually sometimes often mostly most some optionally optional just unlike besides apart",
    ),
    (
        Marks::PREPOSITION,
        "in on at for with without by to from into onto of about under over against through via between within \
        inside outside per than near behind beside among beneath alongside",
    ),
    (Marks::BENIGN, "in on at for within inside per of"),
    (
        Marks::ORDER,
        "over than before after from instead rather then first between without versus vs while into until",
    ),
    (Marks::VERB, VERBS),
    (
        Marks::OPENER,
        "we i you the a an always never please must should do not to have need has dont one team",
    ),
    (Marks::PASSIVE, "be is are been was were get gets"),
    (
        Marks::PARTICIPLE,
        "built written kept held sent made found run set cut read done shown known broken hidden rebuilt split put \
        slow fast",
    ),
    (
        Marks::PROHIBITION,
        "avoid avoids avoided avoiding forbid forbids forbidden forbidding prohibit prohibits prohibited prohibiting \
        disallow disallows disallowed disallowing refrain refrains refraining banned bans ban disable disables \
        disabled",
    ),
    (
        Marks::OCCASION,
        "run runs build bench benchmark attempt iteration trial round step test job task issue ticket pr sprint week \
        day session epoch experiment sample batch snapshot phase chapter part section request commit milestone \
        incident",
    ),
    (
        Marks::MONTH,
        "january february march april may june july august september october november december jan feb mar apr jun \
        jul aug sep sept oct nov dec",
    ),
    (
        Marks::ENGLISH,
        "the is are and of to for with must not use uses using used when we this that be by from should it its our \
        you your do does never always only before after every each all any which into than then they their has have \
        can cannot will would if unless without instead run runs build keep make files tests version now since were \
         longer anymore those other while because through",
    ),
    (
        Marks::FOREIGN,
        "der die das und nicht ist ein eine einen mit auf für wird werden kein keine nur bei vom zum zur den dem el \
        la los las del que para con por una un es se le les des du et est une pour dans avec sur pas ne um uma \
        não com na il che non di della sono het een van niet voor og ikke och att är nie jest",
    ),
    (
        Marks::MOTION,
        "switched migrated moved ported changed renamed converted transitioned upgraded downgraded went relocated \
        raised lowered bumped increased reduced decreased",
    ),
    (
        Marks::FINITE,
        "favors adopts allows applies avoids begins builds calls chooses compiles configures contains converts creates \
        defines deletes depends deploys describes enables ensures executes exists expects exposes extends fetches \
        follows forces generates gives goes handles happens hosts ignores implements includes inherits installs \
        invokes keeps lets lives loads looks maintains makes manages means migrates needs opens owns parses passes \
        prevents produces provides publishes reads receives reduces refers relies removes renders replaces requires \
        resolves returns rewrites saves selects sends serves shows skips speaks starts stays stops supports takes \
        talks throws treats tries triggers uses validates verifies wraps writes works",
    ),
    (
        Marks::IMPERATIVE,
        "add adopt allow always apply ask assert assume avoid be begin build bump bundle cache call capture change \
        check choose clean clear close collect commit compare compile configure confirm connect convert copy create \
        debug declare define delete deploy deprecate describe disable document do drop edit enable end enforce \
        ensure escape execute expect explain export expose extend extract fall favor fetch fix flag fold follow force \
        format gate generate get give go group guard handle hash hide ignore implement import include inline insert \
        inspect install invoke keep label lay leave let limit link lint list load lock log look maintain make mark \
        match measure merge migrate mind minimize mock move name never note omit open order override parse pass pick \
        pin place please point prefer preserve propagate provide publish pull push put query raise read rebase record \
        reduce refactor refer refresh register reject release rely remember remove rename render replace report \
        require resolve respect restart restrict retry return reuse revert review rewrite rotate round route run save \
        scan schedule search see select send separate serve set ship show sign skip sort specify split squash stage \
        start stay stick stop store strip suppress switch sync tag take tell test throw trace track treat trim try \
        turn unwrap update upgrade use mask purge freeze encrypt encode decode compress \
         deduplicate defer deny derive detect dispatch emit enqueue evaluate evict exclude flatten \
           inject isolate kill launch normalize notify persist print \
        populate prepend prune indent download paginate authenticate authorize calculate deliver embed recreate redact redirect reload repeat reset resize resume sanitize serialize \
        shrink spawn stash subscribe summarize terminate throttle toggle translate transpile \
        truncate unlock unpin upload wipe validate verify wait watch wrap write",
    ),
    (Marks::BUMP, "bump bumps bumped update updates updated upgrade upgrades upgraded"),
];

/// Marks that hold for every word of the same canonical stem.
pub(super) const BY_STEM: &[(Marks, &str)] = &[
    (
        Marks::WEAK,
        "user team project codebase please always use used uses using make sure ensure keep kept get gets got go goes \
        run runs running set decide decided decision choose chosen chose want wants currently current our all every \
        each any main roughly approximately rather than instead default file process number value name named list listed call called via \
        through",
    ),
    (
        Marks::OPPOSABLE,
        "get set go keep list call name want file process number value user team project",
    ),
    (Marks::RELATING, "use using run call get keep want list set process"),
    (Marks::STATUS, "default main current currently any"),
    (Marks::VERB_STEM, VERBS),
    (
        Marks::CHANGE,
        "switched switch migrated migrate moved move longer replaced replace deprecated dropped drop removed remove \
        renamed rename changed change bumped raised lowered increased decreased upgraded rewritten rewrite ported \
        stopped stop gone fixed fix relocated instead retired disabled deleted now used took over favor off out down \
        up back since new old already anymore",
    ),
    (
        Marks::GENERIC,
        "user service server system code library application version support environment instead now old new longer \
        rule pin last week more any back layer side",
    ),
    (
        Marks::MANY_VALUED,
        "depends depend supports support requires require needs need contains contain includes include reviews \
        review has have imports import reports report accepts accept shown logged tagged",
    ),
    (Marks::FRAME_NOISE, "our user project team code here"),
    (Marks::SPEAKER, "we team user"),
];

/// Abbreviations and spellings, unfolded before anything is compared.
/// Short forms that are the same word and never another.
pub(in crate::relate) const SPELLINGS: &[&str] = &[
    "k8s",
    "repo",
    "repos",
    "msrv",
    "jwt",
    "jwts",
    "postgresql",
    "favour",
    "favours",
    "behaviour",
    "colour",
    "cannot",
    "cant",
    "dont",
    "doesnt",
    "didnt",
    "isnt",
    "arent",
    "wasnt",
    "shouldnt",
    "mustnt",
];
pub(in crate::relate) const ABBREVIATIONS: &[(&str, &str)] = &[
    ("k8s", "kubernetes"),
    ("repo", "repository"),
    ("repos", "repositories"),
    ("docs", "documentation"),
    ("doc", "documentation"),
    ("pr", "pull request"),
    ("prs", "pull requests"),
    ("config", "configuration"),
    ("configs", "configuration"),
    ("db", "database"),
    ("auth", "authentication"),
    ("env", "environment"),
    ("prod", "production"),
    ("dev", "development"),
    ("msrv", "minimum supported rust version"),
    ("jwt", "json web token"),
    ("jwts", "json web tokens"),
    ("ts", "typescript"),
    ("js", "javascript"),
    ("postgresql", "postgres"),
    ("pg", "postgres"),
    ("deps", "dependencies"),
    ("dep", "dependency"),
    ("dir", "directory"),
    ("vars", "variables"),
    ("var", "variable"),
    ("impl", "implementation"),
    ("app", "application"),
    ("apps", "applications"),
    ("info", "information"),
    ("favour", "favor"),
    ("favours", "favors"),
    ("behaviour", "behavior"),
    ("colour", "color"),
    ("cannot", "can not"),
    ("cant", "can not"),
    ("dont", "do not"),
    ("doesnt", "does not"),
    ("didnt", "did not"),
    ("isnt", "is not"),
    ("arent", "are not"),
    ("wasnt", "was not"),
    ("shouldnt", "should not"),
    ("mustnt", "must not"),
];

pub(in crate::relate) const NUMBER_WORDS: &[(&str, u32)] = &[
    ("zero", 0),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
];

/// Spellings of units, and the milliseconds in one where it is a time.
pub(in crate::relate) const UNITS: &[(&str, &str, Option<u64>)] = &[
    ("s sec secs second seconds", "s", Some(1_000)),
    ("ms millisecond milliseconds", "ms", Some(1)),
    ("min mins minute minutes", "min", Some(60_000)),
    ("h hr hrs hour hours", "h", Some(3_600_000)),
    ("d day days", "d", Some(86_400_000)),
    ("w week weeks", "w", Some(604_800_000)),
    ("mb megabytes", "mb", None),
    ("gb gigabytes", "gb", None),
    ("kb kilobytes", "kb", None),
    ("% percent", "%", None),
    ("line lines", "lines", None),
    ("am", "am", None),
    ("pm", "pm", None),
];

/// The days of the week.
pub(crate) const WEEKDAYS: &[&str] =
    &["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
