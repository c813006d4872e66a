//! Which known word was meant by one that is not known.

/// The nearest of `known` to `word`, when it is near enough to be a slip of the pen.
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    let word: Vec<char> = fold(word);
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    known
        .into_iter()
        .filter_map(|candidate| {
            let letters = fold(candidate);
            let allowed = 1 + word.len().min(letters.len()) / 4;
            if letters.len() > LONGEST || letters.len().abs_diff(word.len()) > allowed {
                return None;
            }
            Some((distance(&word, &letters), allowed, candidate))
        })
        .filter(|(distance, allowed, _)| distance <= allowed)
        .min_by_key(|(distance, ..)| *distance)
        .map(|(.., candidate)| candidate)
}

/// `Did you mean "Denver"?`, or what to say when nothing is near.
pub(super) fn did_you_mean<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
    otherwise: impl FnOnce() -> String,
) -> String {
    nearest(word, known).map_or_else(otherwise, |near| format!("Did you mean {near:?}?"))
}

/// The first few of `words` as a list for a sentence.
pub(super) fn listed<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 12;
    let mut words = words.into_iter();
    let mut list = words.by_ref().take(SHOWN).collect::<Vec<_>>().join(", ");
    if words.next().is_some() {
        list.push_str(", …");
    }
    list
}

fn fold(word: &str) -> Vec<char> {
    word.chars().flat_map(char::to_lowercase).collect()
}

/// Least number of letters to insert, drop, replace or swap with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(last.len());
        row.push(i + 1);
        for (j, to) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(from != to);
            let mut least = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *from == b[j - 1] && a[i - 1] == *to {
                least = least.min(before_last[j - 1] + 1);
            }
            row.push(least);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_word_and_a_stranger_does_not() {
        let known = ["Denver", "Dallas", "Kansas City", "Montréal"];
        assert_eq!(nearest("Denvre", known), Some("Denver"));
        assert_eq!(nearest("kansascity", known), Some("Kansas City"));
        assert_eq!(nearest("Montreal", known), Some("Montréal"));
        assert_eq!(nearest("Paris", known), None);
        assert_eq!(nearest("", known), None);
    }
}
