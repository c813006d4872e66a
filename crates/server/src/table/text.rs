//! Text from people: names, chat, nonces. Plain, short, and without what could trick a reader.

use crate::protocol::socket::MAX_CHAT;

/// Longest name, in characters.
const MAX_NAME: usize = 24;

/// Longest nonce, in bytes.
const MAX_NONCE: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadText {
    #[error("{what} must not be empty")]
    Empty { what: &'static str },
    #[error("{what} has {length} characters; at most {most} are allowed")]
    TooLong { what: &'static str, length: usize, most: usize },
    #[error("{what} holds a character that cannot be shown")]
    Unprintable { what: &'static str },
}

pub fn clean_name(name: &str) -> Result<String, BadText> {
    clean("a name", name, MAX_NAME)
}

pub fn clean_chat(text: &str) -> Result<String, BadText> {
    clean("a line", text, MAX_CHAT)
}

/// A nonce is taken as it is: what was typed is what is hashed.
pub fn clean_nonce(nonce: &str) -> Result<String, BadText> {
    let what = "a nonce";
    if nonce.is_empty() {
        return Err(BadText::Empty { what });
    }
    if nonce.len() > MAX_NONCE {
        return Err(BadText::TooLong { what, length: nonce.len(), most: MAX_NONCE });
    }
    if nonce.chars().any(is_unprintable) {
        return Err(BadText::Unprintable { what });
    }
    Ok(nonce.to_owned())
}

fn clean(what: &'static str, text: &str, most: usize) -> Result<String, BadText> {
    let mut clean = String::new();
    for word in text.split_whitespace() {
        if !clean.is_empty() {
            clean.push(' ');
        }
        clean.push_str(word);
    }
    let length = clean.chars().count();
    if length == 0 {
        return Err(BadText::Empty { what });
    }
    if length > most {
        return Err(BadText::TooLong { what, length, most });
    }
    if clean.chars().any(is_unprintable) {
        return Err(BadText::Unprintable { what });
    }
    Ok(clean)
}

/// Control characters, and those that change the direction or the look of the text around them.
fn is_unprintable(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff0}'..='\u{ffff}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_plain() {
        assert_eq!(clean_name("  Ann \t Lee ").as_deref(), Ok("Ann Lee"));
        assert_eq!(clean_name("<b>Zoë</b>").as_deref(), Ok("<b>Zoë</b>"));
        assert_eq!(clean_name(" \n "), Err(BadText::Empty { what: "a name" }));
        assert!(clean_name(&"x".repeat(25)).is_err());
        assert!(clean_name("a\u{202e}b").is_err());
        assert!(clean_name("a\u{0}b").is_err());
    }
}
