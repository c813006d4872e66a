//! JSON, written at once instead of collected first: every action brings a position for everybody who watches, hundreds of
//! small lists and counts that would each be made only to be written.

use std::borrow::Cow;

use serde::Serialize;

/// Bytes that most messages with a position fit into.
const USUAL_POSITION: usize = 4 << 10;

/// JSON that is being written. Commas come by themselves.
#[derive(Debug)]
pub(crate) struct Json(Vec<u8>);

impl Json {
    pub(crate) fn new() -> Self {
        Self(Vec::with_capacity(USUAL_POSITION))
    }

    /// What was written.
    pub(crate) fn into_text(self) -> String {
        // Made of text and of what serde makes of plain data.
        String::from_utf8(self.0).unwrap_or_default()
    }

    fn comma(&mut self) {
        if !matches!(self.0.last(), None | Some(b'{' | b'[' | b':')) {
            self.0.push(b',');
        }
    }

    pub(crate) fn object(&mut self, fields: impl FnOnce(&mut Self)) {
        self.comma();
        self.0.push(b'{');
        fields(self);
        self.0.push(b'}');
    }

    pub(crate) fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) {
        self.comma();
        self.0.push(b'[');
        for item in items {
            write(self, item);
        }
        self.0.push(b']');
    }

    /// The name of a field, whose value is to follow. It is text that needs no escapes, or has them.
    pub(crate) fn key(&mut self, name: &str) -> &mut Self {
        self.escaped(name);
        self.0.push(b':');
        self
    }

    /// Text that needs no escapes, or has them.
    pub(crate) fn escaped(&mut self, text: &str) {
        self.comma();
        self.0.push(b'"');
        self.0.extend_from_slice(text.as_bytes());
        self.0.push(b'"');
    }

    pub(crate) fn number(&mut self, number: u8) {
        self.comma();
        if number >= 100 {
            self.0.push(b'0' + number / 100);
        }
        if number >= 10 {
            self.0.push(b'0' + number / 10 % 10);
        }
        self.0.push(b'0' + number % 10);
    }

    pub(crate) fn numbers(&mut self, numbers: impl IntoIterator<Item = u8>) {
        self.list(numbers, Self::number);
    }

    /// Anything else, as its type says.
    pub(crate) fn value(&mut self, value: &impl Serialize) {
        self.comma();
        // Plain data with text keys: there is nothing in it that JSON could not hold.
        let _ = serde_json::to_writer(&mut self.0, value);
    }
}

/// Text as it stands between quotation marks.
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
        return Cow::Borrowed(text);
    }
    let quoted = serde_json::Value::from(text).to_string();
    Cow::Owned(quoted[1..quoted.len() - 1].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_written_as_serde_writes_it() {
        let mut json = Json::new();
        json.object(|json| {
            json.key("numbers").numbers(0..=255);
            json.key("none").numbers([]);
            json.key("counts").list(["red", "wei\"ß\\"], |json, name| {
                json.object(|json| json.key(&escape(name)).number(7));
            });
            json.key("names").list(["\"\"", "a\nb"], |json, name| json.escaped(&escape(name)));
            json.key("value").value(&Some(-1));
            json.key("empty").object(|_| {});
        });
        let wanted = serde_json::json!({
            "numbers": (0..=255).collect::<Vec<u8>>(), "none": [], "counts": [{"red": 7}, {"wei\"ß\\": 7}],
            "names": ["\"\"", "a\nb"], "value": -1, "empty": {}});
        let written = json.into_text();
        let read: serde_json::Value = serde_json::from_str(&written).unwrap_or_default();
        assert_eq!(read, wanted, "{written}");
        assert!(!written.contains(' '), "{written}");
    }
}
