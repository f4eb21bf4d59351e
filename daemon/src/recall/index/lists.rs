//! The posting lists of one scope, by term.

use rustc_hash::FxHashMap;

use super::Slot;
use super::dictionary::TermId;
use super::postings::{List, Posting, Postings};
use crate::room::grow;

/// Which documents hold which terms.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    places: FxHashMap<TermId, Place>,
    /// The lists of more than one row, by number; an empty one is free.
    many: Vec<Postings>,
    free: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    One(Posting),
    /// The list of this number.
    Many(u32),
}

impl Lists {
    /// The documents that hold a term.
    pub(super) fn get(&self, term: TermId) -> Option<List<'_>> {
        self.at(self.places.get(&term)?)
    }

    /// Every list, in no order that means anything.
    pub(super) fn iter(&self) -> impl Iterator<Item = (TermId, List<'_>)> {
        self.places.iter().filter_map(|(term, place)| Some((*term, self.at(place)?)))
    }

    fn at<'a>(&'a self, place: &'a Place) -> Option<List<'a>> {
        Some(match place {
            Place::One(row) => List::One(row),
            Place::Many(number) => List::Many(self.many.get(*number as usize)?),
        })
    }

    /// One document more holds the term.
    pub(super) fn insert(&mut self, term: TermId, row: Posting) {
        let Some(place) = self.places.get_mut(&term) else {
            self.places.insert(term, Place::One(row));
            return;
        };
        let number = match *place {
            Place::Many(number) => number,
            Place::One(first) => {
                let number = self.free.pop().unwrap_or_else(|| {
                    grow(&mut self.many);
                    self.many.push(Postings::default());
                    self.many.len() as u32 - 1
                });
                if let Some(list) = self.many.get_mut(number as usize) {
                    list.insert(first);
                }
                *place = Place::Many(number);
                number
            }
        };
        if let Some(list) = self.many.get_mut(number as usize) {
            list.insert(row);
        }
    }

    /// A document no longer holds the term. Of a list of which one row is left that row stays.
    pub(super) fn remove(&mut self, term: TermId, slot: Slot) {
        match self.places.get(&term) {
            Some(Place::One(row)) if row.slot == slot => drop(self.places.remove(&term)),
            Some(&Place::Many(number)) => {
                let Some(list) = self.many.get_mut(number as usize) else { return };
                if list.remove(slot) > 1 {
                    return;
                }
                match List::Many(list).rows() {
                    [last] => drop(self.places.insert(term, Place::One(*last))),
                    _ => drop(self.places.remove(&term)),
                }
                *list = Postings::default();
                self.free.push(number);
            }
            _ => {}
        }
    }

    /// Number of lists.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }
}
