//! Text in columns.

use std::fmt;

use console::{Alignment, measure_text_width, pad_str};

/// Rows of cells; a column is as wide as its widest cell.
#[derive(Debug)]
pub(crate) struct Table {
    columns: Vec<Alignment>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// `columns` holds one letter for each column: `<` for text, `>` for numbers.
    pub(crate) fn new(columns: &str) -> Self {
        let align = |letter| if letter == '>' { Alignment::Right } else { Alignment::Left };
        Self { columns: columns.chars().map(align).collect(), rows: Vec::new() }
    }

    pub(crate) fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |row: usize, column: usize| self.rows[row].get(column).map_or("", String::as_str);
        let width = |column| (0..self.rows.len()).map(|row| measure_text_width(cell(row, column))).max();
        let widths: Vec<usize> = (0..self.columns.len()).map(|column| width(column).unwrap_or(0)).collect();
        for row in 0..self.rows.len() {
            let cells = self.columns.iter().zip(&widths).enumerate();
            let padded =
                cells.map(|(column, (align, width))| pad_str(cell(row, column), *width, *align, None));
            writeln!(f, "{}", padded.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new("<><");
        table.row(["Zürich", "1", "x"]);
        table.row(["a", "1,000", ""]);
        assert_eq!(table.to_string(), "Zürich      1  x\na       1,000\n");
    }
}
