//! Vectors of 128 signed bytes, and how alike two are.

/// Numbers of a vector.
pub(in crate::recall) const LANES: usize = 128;

/// The direction of a text, of length 127 up to rounding; or zero, when nothing is known of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Vector([i8; LANES]);

impl std::fmt::Debug for Vector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Vector({}, {}, ..)", self.0[0], self.0[1])
    }
}

impl Default for Vector {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Vector {
    /// Of a text of which nothing is known: like nothing.
    pub const ZERO: Self = Self([0; LANES]);

    /// Its numbers as bytes.
    pub(in crate::recall) fn bytes(&self) -> [u8; LANES] {
        self.0.map(i8::cast_unsigned)
    }

    /// The vector of these bytes.
    pub(in crate::recall) fn of(bytes: [u8; LANES]) -> Self {
        Self(bytes.map(u8::cast_signed))
    }

    /// Whether nothing is known of the text.
    pub fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// The dot product; exact, so the same on every machine. At most 128 · 127² in size.
    ///
    /// Sixteen sums side by side, which compilers turn into vector instructions without being told.
    #[inline]
    pub fn dot(&self, other: &Self) -> i32 {
        let mut sums = [0_i32; 16];
        let (a, b) = (self.0.as_chunks::<16>().0, other.0.as_chunks::<16>().0);
        for (a, b) in a.iter().zip(b) {
            for ((sum, &a), &b) in sums.iter_mut().zip(a).zip(b) {
                *sum += i32::from(i16::from(a) * i16::from(b));
            }
        }
        sums.iter().sum()
    }

    /// The cosine of the angle between two, per 2^16, at least 0. Lengths are taken as 127: rounding leaves them within
    /// one per cent of it.
    #[inline]
    pub fn likeness(&self, other: &Self) -> u32 {
        let dot = self.dot(other).max(0).unsigned_abs();
        ((u64::from(dot) << 16) / (127 * 127)).min(1 << 16) as u32
    }

    #[cfg(test)]
    pub(super) fn lanes(&self) -> &[i8; LANES] {
        &self.0
    }
}

/// Rows that are added before the small sums are moved to the large ones: 256 · 2^15 · 2^7 stays under 2^31.
const ROWS: u32 = 256;

/// A weighted sum of rows; exact.
///
/// A row is added in integers of 16 and 32 bits, which processors add side by side: a weight is taken as 2^15 and what it
/// differs from that by.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    large: [i64; LANES],
    /// Sums of what the weights differ from 2^15 by, times the rows.
    weighed: [i32; LANES],
    /// Sums of the rows.
    plain: [i32; LANES],
    /// Rows in the small sums.
    rows: u32,
}

impl Default for Sum {
    fn default() -> Self {
        Self { large: [0; LANES], weighed: [0; LANES], plain: [0; LANES], rows: 0 }
    }
}

impl Sum {
    /// Adds a row of the table.
    pub(super) fn add(&mut self, weight: u16, row: &[u8; LANES]) {
        // Its highest bit turned: what is left after 2^15 is taken off.
        let rest = (weight ^ 1 << 15).cast_signed();
        for ((weighed, plain), &byte) in self.weighed.iter_mut().zip(&mut self.plain).zip(row) {
            let lane = i16::from(byte.cast_signed());
            *weighed += i32::from(rest) * i32::from(lane);
            *plain += i32::from(lane);
        }
        self.rows += 1;
        if self.rows == ROWS {
            self.gather();
        }
    }

    fn gather(&mut self) {
        for ((large, weighed), plain) in
            self.large.iter_mut().zip(&mut self.weighed).zip(&mut self.plain)
        {
            *large += i64::from(std::mem::take(weighed)) + (i64::from(std::mem::take(plain)) << 15);
        }
        self.rows = 0;
    }

    /// The sum brought to length 127 and rounded half away from zero, and begins anew. The squares are added from lane 0 to
    /// lane 127: the order decides a lane that lies on the edge of rounding.
    pub(super) fn pooled(&mut self) -> Vector {
        self.gather();
        let sums = std::mem::replace(&mut self.large, [0; LANES]);
        let square = |sum: &i64| (*sum as f64) * (*sum as f64);
        let length = sums.iter().map(square).fold(0.0, |all, one| all + one).sqrt();
        if length == 0.0 {
            return Vector::ZERO;
        }
        Vector(sums.map(|sum| {
            let size = (sum.unsigned_abs() as f64 * 127.0 / length + 0.5).floor();
            (size * sum.signum() as f64) as i8
        }))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_sum_is_exact(rows in proptest::collection::vec((any::<u16>(), any::<u8>()), 0..700)) {
            let mut sum = Sum::default();
            let mut exact = [0_i64; 2];
            for (weight, byte) in rows {
                let mut row = [byte; LANES];
                row[1] = !byte;
                sum.add(weight, &row);
                exact[0] += i64::from(weight) * i64::from(byte.cast_signed());
                exact[1] += i64::from(weight) * i64::from((!byte).cast_signed());
            }
            sum.gather();
            prop_assert_eq!([sum.large[0], sum.large[1]], exact);
        }
    }
}
