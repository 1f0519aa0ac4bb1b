//! The framework's two random number generators, bit for bit (study §5).

use rand::rand_core::TryRng;
use std::convert::Infallible;

/// Seeds are whole numbers below this: exact in a JSON number.
pub const SEED_END: u64 = 1 << 53;
/// Fresh seeds are from 1 up to, not including, this.
pub const FRESH_SEED_END: u64 = (1 << 35) - 31;

const SMALL: u64 = FRESH_SEED_END;
const BIG: u64 = (1 << 53) - 111;

/// The seed after `random`. Products that a double cannot hold are rounded as JavaScript does.
pub fn next(seed: u64) -> u64 {
    match seed.checked_mul(200_105) {
        Some(product) if product < SEED_END => product % SMALL,
        _ => ((seed as f64 * 200_105.0) % SMALL as f64) as u64,
    }
}

/// The seed after `random_bigint`.
pub fn next_bigint(seed: u64) -> u64 {
    (u128::from(seed) * 5_667_072_534_355_537 % u128::from(BIG)) as u64
}

/// The larger generator as a source of random numbers for the `rand` crate, so that random play is as
/// reproducible as the games are.
#[derive(Clone, Debug)]
pub struct Generator {
    seed: u64,
}

impl Generator {
    /// Any number; those that would stick are moved.
    pub fn new(seed: u64) -> Generator {
        Generator { seed: seed % (BIG - 1) + 1 }
    }

    /// The upper bits, which are the better ones.
    fn step(&mut self) -> u32 {
        self.seed = next_bigint(self.seed);
        (self.seed >> 21) as u32
    }
}

impl TryRng for Generator {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.step())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let high = u64::from(self.step());
        Ok(high << 32 | u64::from(self.step()))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(4) {
            let word = self.step().to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(step: fn(u64) -> u64, mut seed: u64, range: u64, count: usize) -> (Vec<u64>, u64) {
        let rolls = std::iter::repeat_with(|| {
            seed = step(seed);
            seed % range
        });
        (rolls.take(count).collect(), seed)
    }

    #[test]
    fn as_recorded() {
        assert_eq!(draws(next, 1, 6, 6), (vec![5, 0, 4, 5, 0, 2], 17_494_686_110));
        assert_eq!(draws(next, 12_345, 100, 3), (vec![25, 43, 32], 4_068_815_432));
        assert_eq!(draws(next, 34_359_738_336, 10, 2), (vec![2, 9], 28_677_465_649));
        assert_eq!(draws(next, 34_359_738_337, 10, 2), (vec![0, 0], 0));
        assert_eq!(draws(next_bigint, 1, 6, 3), (vec![1, 2, 1], 4_186_320_372_898_579));
    }
}
