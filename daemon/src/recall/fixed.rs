//! Fixed-point arithmetic of the lexical score.
//!
//! Integers only: the platform's `ln` may differ in its last bit between systems, and a sum of floats depends on its
//! order. Every function here is total, overflow-free for its stated range, and monotone where its doc says so.

/// What a score of 1.0 (one nat of idf at full term weight) is in stored units.
///
/// Arithmetic: idf is under 23 nats for 2^32 memories, a term weighs at most 1.9 · (1 + 0.8) · 16 times that, and 64
/// terms are scored, so a sum stays under 23 · 3.42 · 16 · 64 · 2^14 < 2^31.
pub(super) const SCORE_ONE: u32 = 1 << 14;

/// Natural logarithm of 2 in units of 2^-32.
const LN_2: u64 = 2_977_044_472;

/// Fraction bits of [`log2`].
const LOG_BITS: u32 = 20;

/// Base-2 logarithm in units of 2^-20, rounded down; monotone. `x` of 0 counts as 1.
///
/// Method: the highest set bit gives the whole part; each further bit is won by squaring the remainder in `[1, 2)`.
fn log2(x: u64) -> u64 {
    let x = x.max(1);
    let whole = u64::from(x.ilog2());
    // The remainder in [1, 2) with 31 fraction bits, so that its square fits 64 bits.
    let mut rest = if whole >= 31 { x >> (whole - 31) } else { x << (31 - whole) };
    let mut result = whole;
    for _ in 0..LOG_BITS {
        rest = (rest * rest) >> 31;
        result <<= 1;
        if rest >= 1 << 32 {
            rest >>= 1;
            result |= 1;
        }
    }
    result
}

/// Inverse document frequency `ln((N + 1) / (df + ½))` in units of 1 / [`SCORE_ONE`]; the form of BM25 that is never
/// negative (Robertson and Zaragoza, with 1 added inside the logarithm). `total` and `df` up to 2^32.
pub(super) fn idf(total: u64, df: u64) -> u32 {
    let df = df.min(total);
    let bits = log2(2 * total + 2) - log2(2 * df + 1).min(log2(2 * total + 2));
    // 20 + 32 fraction bits come down to 14.
    let nats = (u128::from(bits) * u128::from(LN_2)) >> (LOG_BITS + 32 - SCORE_ONE.ilog2());
    u32::try_from(nats).unwrap_or(u32::MAX)
}

/// Length classes; class 63 holds every length from 7,168 words.
pub(super) const LENGTH_CLASSES: usize = 64;

/// The class of a length in words: exact below 32, then four classes a doubling. Monotone.
pub(super) fn length_class(words: u32) -> u8 {
    if words < 32 {
        return words as u8;
    }
    let log = words.ilog2();
    let quarter = (words >> (log - 2)) & 3;
    (32 + 4 * (log - 5) + quarter).min(LENGTH_CLASSES as u32 - 1) as u8
}

/// The shortest length of a class, in words: what stands for every length in it.
pub(super) fn class_length(class: u8) -> u32 {
    let class = u32::from(class);
    if class < 32 {
        return class;
    }
    let (log, quarter) = ((class - 32) / 4 + 5, (class - 32) % 4);
    (4 + quarter) << (log - 2)
}

/// Term frequencies are counted up to this; with k1 = 0.9 the eighth occurrence adds under 1 %.
pub(super) const FREQUENCY_CAP: u8 = 8;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn idf_is_the_logarithm(total in 1_u64..1 << 32, part in 0.0_f64..=1.0) {
            let df = (total as f64 * part) as u64;
            let exact = ((total as f64 + 1.0) / (df as f64 + 0.5)).ln() * f64::from(SCORE_ONE);
            prop_assert!((f64::from(idf(total, df)) - exact).abs() < 2.0);
        }

        #[test]
        fn idf_falls_as_the_frequency_rises(total in 1_u64..1 << 32, a: u32, b: u32) {
            let (low, high) = (u64::from(a.min(b)), u64::from(a.max(b)));
            prop_assert!(idf(total, low) >= idf(total, high));
        }

        #[test]
        fn classes_are_monotone_and_begin_at_their_length(a: u32, b: u32) {
            let (low, high) = (a.min(b), a.max(b));
            prop_assert!(length_class(low) <= length_class(high));
            prop_assert!(class_length(length_class(low)) <= low);
            let class = length_class(low);
            prop_assert_eq!(length_class(class_length(class)), class);
        }
    }

    #[test]
    fn corners() {
        assert_eq!(idf(0, 0), (2.0_f64.ln() * f64::from(SCORE_ONE)) as u32);
        assert_eq!(idf(5, 9), idf(5, 5));
        assert_eq!(length_class(u32::MAX), 63);
        assert_eq!([31, 32, 39, 40, 63, 64].map(length_class), [31, 32, 32, 33, 35, 36]);
    }
}
