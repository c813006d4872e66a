//! Numbers, seats and lists as people write them.

use whistlestop_rules::ids::{MAX_SEATS, Seat};

const SEAT_COLORS: [&str; MAX_SEATS] = ["Red", "Blue", "Green", "Yellow", "Black"];

/// The colour by which a seat is called.
pub(crate) fn seat_color(seat: Seat) -> &'static str {
    SEAT_COLORS[seat.index()]
}

/// `1 train`, `3 trains`.
pub(crate) fn count(number: impl Into<u64>, thing: &str) -> String {
    match number.into() {
        1 => format!("1 {thing}"),
        number => format!("{} {}", thousands(number), plural(thing)),
    }
}

/// `−3`.
pub(crate) fn signed(number: impl std::fmt::Display) -> String {
    format!("{number}").replace('-', "−")
}

/// `−3 points`.
pub(crate) fn signed_count(number: i32, thing: &str) -> String {
    let sign = if number < 0 { "−" } else { "" };
    format!("{sign}{}", count(number.unsigned_abs(), thing))
}

/// Text of others without anything that a terminal could take as a command.
pub(crate) fn printable(text: &str) -> String {
    let keep = |letter: char| letter == '\n' || !letter.is_control();
    text.chars().map(|letter| if keep(letter) { letter } else { char::REPLACEMENT_CHARACTER }).collect()
}

/// `train` becomes `trains`, `city` becomes `cities`.
pub(crate) fn plural(thing: &str) -> String {
    match thing.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{thing}s"),
    }
}

/// `12,345`.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number of things as a whole number: `12,345`.
#[expect(clippy::cast_sign_loss, reason = "there are never fewer than none")]
pub(crate) fn rounded(number: f64) -> String {
    thousands(number.round() as u64)
}

/// `2 to 5`, or just `2`.
pub(crate) fn range(least: usize, most: usize) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn list(items: impl IntoIterator<Item = impl Into<String>>) -> String {
    let mut items: Vec<String> = items.into_iter().map(Into::into).collect();
    match items.pop() {
        None => String::new(),
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{} and {last}", items.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn things_are_counted() {
        assert_eq!(count(1u8, "city"), "1 city");
        assert_eq!(count(36u8, "city"), "36 cities");
        assert_eq!(count(0u8, "day"), "0 days");
    }

    #[test]
    fn debts_have_a_sign() {
        assert_eq!(signed_count(-1, "point"), "−1 point");
        assert_eq!(signed_count(12, "point"), "12 points");
    }

    #[test]
    fn terminals_get_no_commands() {
        assert_eq!(printable("Zoë\x1b[31m\n\u{9b}x"), "Zoë\u{fffd}[31m\n\u{fffd}x");
    }

    #[test]
    fn lists_end_with_and() {
        assert_eq!(list(["a"]), "a");
        assert_eq!(list(["a", "b", "c"]), "a, b and c");
        assert_eq!(list(Vec::<String>::new()), "");
    }
}
