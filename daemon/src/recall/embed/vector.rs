//! Vectors of 128 signed bytes, and how alike two are.

/// Numbers of a vector.
pub(super) const LANES: usize = 128;

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

/// A weighted sum of rows.
pub(super) struct Sum([i64; LANES]);

impl Default for Sum {
    fn default() -> Self {
        Self([0; LANES])
    }
}

impl Sum {
    /// Adds a row of the table.
    pub(super) fn add(&mut self, weight: u16, row: &[u8; LANES]) {
        for (sum, &byte) in self.0.iter_mut().zip(row) {
            *sum += i64::from(weight) * i64::from(byte.cast_signed());
        }
    }

    /// The sum brought to length 127 and rounded half away from zero. The squares are added from lane 0 to lane 127: the
    /// order decides a lane that lies on the edge of rounding.
    pub(super) fn pooled(&self) -> Vector {
        let square = |sum: &i64| (*sum as f64) * (*sum as f64);
        let length = self.0.iter().map(square).fold(0.0, |all, one| all + one).sqrt();
        if length == 0.0 {
            return Vector::ZERO;
        }
        Vector(self.0.map(|sum| {
            let size = (sum.unsigned_abs() as f64 * 127.0 / length + 0.5).floor();
            (size * sum.signum() as f64) as i8
        }))
    }
}
