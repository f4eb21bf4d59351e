//! What was measured, a line each: the figure, its spread over the rounds, and its ratio to what it is held against.

use std::fmt;

use crate::times::Spread;

/// The lines.
#[derive(Debug, Default)]
pub(crate) struct Table {
    lines: Vec<Line>,
}

#[derive(Debug)]
struct Line {
    what: String,
    unit: &'static str,
    figure: Spread,
    ratio: Option<(Spread, String)>,
}

impl Table {
    /// A figure by itself.
    pub(crate) fn figure(&mut self, what: impl Into<String>, unit: &'static str, figure: Spread) {
        self.add(Line { what: what.into(), unit, figure, ratio: None });
    }

    /// A figure and how it stands to another, round by round.
    pub(crate) fn ratio(
        &mut self,
        what: impl Into<String>,
        unit: &'static str,
        figures: &[f64],
        to: (&str, &[f64]),
    ) {
        let ratios = figures.iter().zip(to.1).map(|(figure, base)| figure / base);
        let ratio = Some((Spread::of(ratios), to.0.to_owned()));
        let figure = Spread::of(figures.iter().copied());
        self.add(Line { what: what.into(), unit, figure, ratio });
    }

    fn add(&mut self, line: Line) {
        // Told as it comes: a long run shows where it is.
        println!("{line}");
        self.lines.push(line);
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, unit, figure, ratio } = self;
        let Spread { median, least, most } = figure;
        write!(f, "{what:<58} {median:>11.1} {unit:<4} [{least:.1} {most:.1}]")?;
        match ratio {
            Some((Spread { median, least, most }, base)) => {
                write!(f, "  = {median:.2} x {base} [{least:.2} {most:.2}]")
            }
            None => Ok(()),
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}
