//! Who plays: bots of the table, and programs of other people's.

use std::fmt;

use whistlestop_bots::BotName;
use whistlestop_bots::table::BadBotName;

/// What a bot that is a program begins with.
const COMMAND: &str = "cmd:";

#[derive(Clone, Debug)]
pub enum Entrant {
    Table(BotName),
    Command(CommandLine),
}

/// A program and its arguments, as `--bots "cmd:./mybot --flag"` names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    text: String,
    pub program: String,
    pub arguments: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadEntrant {
    #[error(transparent)]
    Name(#[from] BadBotName),
    #[error("`{0}` names no program; write for example \"cmd:./mybot --flag\"")]
    NoProgram(String),
    #[error("`{0}` has a quotation mark without its partner")]
    Quotes(String),
    #[error("there is a bot without a name in `{0}`")]
    Empty(String),
}

impl Entrant {
    /// One bot.
    pub fn parse(text: &str) -> Result<Self, BadEntrant> {
        let Some(command) = text.strip_prefix(COMMAND) else { return Ok(Self::Table(text.parse()?)) };
        let words = shell_words::split(command).map_err(|_| BadEntrant::Quotes(text.to_owned()))?;
        let mut words = words.into_iter();
        let program = words.next().ok_or_else(|| BadEntrant::NoProgram(text.to_owned()))?;
        Ok(Self::Command(CommandLine { text: text.to_owned(), program, arguments: words.collect() }))
    }

    /// All bots of a list like `random,greedy,mcts@100ms`. A program takes the rest of the list, commas and all.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, BadEntrant> {
        let mut entrants = Vec::new();
        let mut rest = text.trim();
        loop {
            if rest.is_empty() {
                return Err(BadEntrant::Empty(text.to_owned()));
            }
            if rest.starts_with(COMMAND) {
                entrants.push(Self::parse(rest)?);
                return Ok(entrants);
            }
            let (first, others) = rest.split_once(',').map_or((rest, None), |(a, b)| (a, Some(b)));
            if first.trim().is_empty() {
                return Err(BadEntrant::Empty(text.to_owned()));
            }
            entrants.push(Self::parse(first.trim())?);
            match others {
                Some(others) => rest = others.trim(),
                None => return Ok(entrants),
            }
        }
    }

    /// Names by which entrants can be told apart: a second `greedy` is `greedy (2)`.
    pub fn labels(entrants: &[Self]) -> Vec<String> {
        let mut labels: Vec<String> = Vec::new();
        for entrant in entrants {
            let name = entrant.to_string();
            let numbered = (2..).map(|number| format!("{name} ({number})"));
            let mut free = std::iter::once(name.clone()).chain(numbered);
            labels.extend(free.find(|label| !labels.contains(label)));
        }
        labels
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(name) => name.fmt(f),
            Self::Command(command) => f.write_str(&command.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &str) -> Result<Vec<String>, BadEntrant> {
        Entrant::parse_list(list).map(|entrants| entrants.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn lists_are_split_at_commas_up_to_a_program() {
        assert_eq!(names("random, greedy"), Ok(vec!["random".to_owned(), "greedy".to_owned()]));
        let expected = vec!["random".to_owned(), "cmd:./bot --list a,b".to_owned()];
        assert_eq!(names("random,cmd:./bot --list a,b"), Ok(expected));
    }

    #[test]
    fn programs_have_arguments() {
        let parsed = Entrant::parse("cmd:./my bot 'with spaces' \"and more\"");
        let Ok(Entrant::Command(command)) = parsed else { panic!("{parsed:?}") };
        assert_eq!(command.program, "./my");
        assert_eq!(command.arguments, ["bot", "with spaces", "and more"]);
    }

    #[test]
    fn wrong_names_are_answered() {
        assert_eq!(names("random,,greedy"), Err(BadEntrant::Empty("random,,greedy".to_owned())));
        assert_eq!(names("random,"), Err(BadEntrant::Empty("random,".to_owned())));
        assert_eq!(names(""), Err(BadEntrant::Empty(String::new())));
        assert_eq!(names("cmd:"), Err(BadEntrant::NoProgram("cmd:".to_owned())));
        assert_eq!(names("cmd:'a"), Err(BadEntrant::Quotes("cmd:'a".to_owned())));
        assert!(names("gredy").is_err_and(|error| error.to_string().contains("greedy")));
    }

    #[test]
    fn the_same_bot_twice_has_two_labels() {
        let labels = Entrant::parse_list("random,greedy,random,random").map(|list| Entrant::labels(&list));
        let expected = ["random", "greedy", "random (2)", "random (3)"].map(str::to_owned).to_vec();
        assert_eq!(labels, Ok(expected));
    }
}
