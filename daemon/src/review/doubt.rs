//! What keeps a pass from deciding by itself what an item asks: what is noted of its members, else the doubt of the rule.

use consolidate_shared::model::{Evidence, Kind, Memory};
use consolidate_shared::plan::PassKind;
use consolidate_shared::review::ReviewItem;

use super::keeps;
use crate::relate::Rule;

/// The doubt about an item, in a sentence. `live`: those of its members that stand, older first.
pub fn doubt(item: &ReviewItem, live: &[&Memory]) -> String {
    noted(item, live).unwrap_or_else(|| of_rule(item))
}

/// What is noted of the members and lets no pass decide, whatever the texts say.
fn noted(item: &ReviewItem, live: &[&Memory]) -> Option<String> {
    match item.pass {
        PassKind::Merge | PassKind::Supersede => {
            let kept = keeps(item, live);
            let goes = |memory: &&&Memory| Some(memory.id) != kept && memory.is_protected();
            live.iter()
                .find(goes)
                .map(|memory| protected(memory))
                .or_else(|| told_apart(item, live))
        }
        PassKind::Conflict => {
            let policies = live.iter().filter(|memory| memory.kind == Kind::Policy).count();
            (policies > 1).then(|| "both are policies, which no pass weighs".to_owned())
        }
        PassKind::Promote | PassKind::Decay | PassKind::Prune => None,
    }
}

fn protected(memory: &Memory) -> String {
    let what = if memory.pinned { "pinned" } else { "a policy" };
    format!("{} is {what}, and no pass retires that", memory.id)
}

/// Time, slots and trust, where they leave open what the texts say.
fn told_apart(item: &ReviewItem, live: &[&Memory]) -> Option<String> {
    let (newest, others) = live.split_last()?;
    let any = |differs: &dyn Fn(&Memory) -> bool| others.iter().any(|older| differs(older));
    let sentence = match item.pass {
        PassKind::Merge => {
            let slots = |older: &Memory| older.slot.is_some() && older.slot != newest.slot;
            (any(&slots) && newest.slot.is_some()).then_some("they answer different slots")?
        }
        _ if any(&|older| older.instant() >= newest.instant()) => {
            "both are of one instant, so that nothing says which is newer"
        }
        _ if newest
            .valid_until
            .is_some_and(|end| any(&|older| older.valid_until.is_none_or(|later| end < later))) =>
        {
            "the newer ends before the older does"
        }
        _ if newest.is_ahead_of(item.queued) => "the newer is dated in the future",
        _ => {
            // Verdicts weigh a memory's origin, not its evidence.
            let trust = |memory: &Memory| Evidence::default().trust(memory.origin);
            let asks = [Rule::Slot, Rule::Retold].map(Rule::name).contains(&&*item.finding.rule);
            let less = |older: &Memory| trust(newest) < trust(older);
            (asks && any(&less)).then_some("the newer is trusted less than the older")?
        }
    };
    Some(sentence.to_owned())
}

fn of_rule(item: &ReviewItem) -> String {
    let known = Rule::named(&item.finding.rule).map(Rule::doubt);
    let other = match item.pass {
        PassKind::Promote => "where it was not met it may not hold",
        _ => "the rules leave it open",
    };
    known.unwrap_or(other).to_owned()
}
