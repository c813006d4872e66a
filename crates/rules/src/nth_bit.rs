//! Picking the nth member of a set of bits.

/// `[nth][byte]`: position of the set bit of `byte` that has `nth` set bits below it.
pub(crate) const NTH_BIT_OF_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut nth = 0;
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[nth][byte] = bit;
                nth += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Position of the set bit that has `nth` set bits below it, without a branch. `word` has more than `nth`.
#[inline]
pub(crate) fn nth_bit(word: u64, nth: u32) -> u32 {
    #[cfg(target_feature = "bmi2")]
    {
        // SAFETY: this is compiled only for processors that have the instruction.
        #[expect(unsafe_code, reason = "an instruction that the language has no other name for")]
        let bit = unsafe { std::arch::x86_64::_pdep_u64(1 << nth, word) };
        bit.trailing_zeros()
    }
    #[cfg(not(target_feature = "bmi2"))]
    nth_bit_by_bytes(word, nth)
}

/// The bits of each byte are counted and summed up in one word, which tells the byte, and a table tells the bit.
#[cfg(any(test, not(target_feature = "bmi2")))]
#[inline]
const fn nth_bit_by_bytes(word: u64, nth: u32) -> u32 {
    const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;
    const HIGH_BITS: u64 = EVERY_BYTE << 7;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let up_to = ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(EVERY_BYTE);
    let passed = ((nth as u64 * EVERY_BYTE) | HIGH_BITS).wrapping_sub(up_to) & HIGH_BITS;
    let shift = ((passed >> 7).wrapping_mul(EVERY_BYTE) >> 53) as u32 & 0x38;
    let before = (up_to << 8 >> shift) as u32 & 0xff;
    let byte = (word >> shift) as usize & 0xff;
    shift + NTH_BIT_OF_BYTE[(nth.wrapping_sub(before) & 7) as usize][byte] as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_ways_find_the_bit_with_so_many_below_it(word in 1u64.., place in 0u32..64) {
            let nth = place % word.count_ones();
            let bit = nth_bit(word, nth);
            prop_assert_eq!(word >> bit & 1, 1);
            prop_assert_eq!((word & !(u64::MAX << bit)).count_ones(), nth);
            prop_assert_eq!(nth_bit_by_bytes(word, nth), bit);
        }
    }
}
