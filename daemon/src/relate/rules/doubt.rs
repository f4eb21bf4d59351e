//! What speaks against each rule where it only asks, for whoever answers.

use crate::relate::reading::frames::FrameKind;
use crate::relate::relation::Rule;

impl Rule {
    /// Every rule, one of each name.
    const ALL: [Self; 27] = [
        Self::Equal,
        Self::T1,
        Self::T2,
        Self::T3,
        Self::T4,
        Self::T5,
        Self::T6,
        Self::S1,
        Self::S2,
        Self::S3,
        Self::S4,
        Self::S5 { depth: 1 },
        Self::S6,
        Self::Slot,
        Self::Retold,
        Self::C1,
        Self::C2num,
        Self::C2id,
        Self::C2tail,
        Self::C3,
        Self::C4,
        Self::C5,
        Self::Family,
        Self::SlotFrame(FrameKind::Is, FrameKind::Is),
        Self::Duplicate,
        Self::Refinement,
        Self::Unread,
    ];

    /// The rule of this name, where several share it one of them.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// Why somebody is asked, where the rule does not decide by itself: what else the two texts may mean.
    pub fn doubt(self) -> &'static str {
        match self {
            Self::Equal | Self::T1 | Self::T2 | Self::T3 | Self::T4 | Self::T5 | Self::T6 => {
                "the texts say the same, and what else is noted of the two differs"
            }
            Self::S1 => {
                "the older says more than the value that is named, so it may be about something else"
            }
            Self::S2 => "the change may be of something beside what the older says",
            Self::S3 => "one of the two has conditions or a purpose that the other does not name",
            Self::S4 => {
                "it may be a step of something else, or the next stage of what goes on and on"
            }
            Self::S5 { .. } => {
                "it quotes nothing, so it may revert something that only reads alike"
            }
            Self::S6 => "it may have moved in part, or not yet",
            Self::Slot => "the newer may be beside the question, or is trusted less than the older",
            Self::Retold => "it may be another procedure beside the older one",
            Self::C1 => "the denial may be narrower, wider, or of something else",
            Self::C2num => {
                "one number may have followed the other, as versions do, or both may hold for different cases"
            }
            Self::C2id => "the two may be different things of one sort",
            Self::C2tail => "both may hold side by side",
            Self::C3 => "one of the two may tell of a single case, or of what was done once",
            Self::C4 => "each may be a step that was taken once, or about a case of its own",
            Self::C5 => "what one permits may be an exception from what the other rules",
            Self::Family => "both tools may be in use, each for a purpose of its own",
            Self::SlotFrame(..) => "both answers may hold, for different cases",
            Self::Duplicate => "what only one of them says may matter",
            Self::Refinement => "what the longer one adds may make it a case of its own",
            Self::Unread => "likeness of words tells nothing sure where the language is not known",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_rule_is_found_by_its_name_and_says_what_its_doubt_is() {
        let names: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.name()).collect();
        assert_eq!(names.len(), Rule::ALL.len());
        for rule in Rule::ALL {
            assert_eq!(Rule::named(rule.name()), Some(rule));
            assert!(rule.doubt().split(' ').count() > 4, "{rule}");
            assert_ne!(rule.doubt(), rule.sentence());
        }
        assert_eq!(Rule::named("linked"), None);
    }
}
