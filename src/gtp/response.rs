//! Framing of answers.

/// The answer of a command: the text of a success or of a failure, without mark, id and final
/// newlines.
///
/// A success may have several lines; text that starts below the mark (a board diagram) begins with
/// a newline. A failure is one line.
pub type Response = Result<String, String>;

/// Characters of foreign text that [`quote`] repeats.
const MAX_QUOTE_CHARS: usize = 40;

/// Formats a whole response: `=[id] text` or `?[id] text`, and an empty line.
///
/// A space always follows mark and id: GoGui deletes everything up to the first space of a
/// response. Control characters and blank lines inside the text are left out, and the lines of a
/// failure are joined, so that the response is well formed whatever the text.
pub(super) fn frame(id: Option<&str>, response: &Response) -> String {
    let id = id.unwrap_or_default();
    match response {
        Ok(text) => format!("={id} {}\n\n", lines(text)),
        Err(text) => format!("?{id} {}\n\n", one_line(text)),
    }
}

/// Formats the start of a streamed success: `=[id]` on a line of its own, without the space, as
/// Leela Zero and KataGo begin an analysis and as clients expect it.
pub(super) fn open_stream(id: Option<&str>) -> String {
    format!("={}\n", id.unwrap_or_default())
}

/// Formats one line of a streamed response; `None` for blank text, since an empty line would end
/// the response.
pub(super) fn stream_line(text: &str) -> Option<String> {
    let line = one_line(text);
    (!line.is_empty()).then(|| line + "\n")
}

/// Formats the end of a streamed response: its last lines, if any, and the empty line. The mark has
/// been written by then, so a failure becomes a line of text.
pub(super) fn close_stream(response: &Response) -> String {
    let text = match response {
        Ok(text) => lines(text),
        Err(text) => one_line(text),
    };
    match text.trim_start_matches('\n') {
        "" => "\n".to_string(),
        text => format!("{text}\n\n"),
    }
}

/// Puts foreign text in single quotes and shortens it to about forty characters.
pub fn quote(text: &str) -> String {
    format!("'{}'", excerpt(text, MAX_QUOTE_CHARS))
}

/// Returns the first `limit` characters of a text, and `...` if there are more.
pub(super) fn excerpt(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_string(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

/// Removes control characters and blank lines, except an empty first line, which follows the mark.
fn lines(text: &str) -> String {
    let clean = text.split('\n').map(printable).enumerate();
    let kept = clean.filter(|(number, line)| *number == 0 || !line.trim().is_empty());
    let kept: Vec<String> = kept.map(|(_, line)| line).collect();
    kept.join("\n")
}

fn one_line(text: &str) -> String {
    let clean = text.split('\n').map(|line| printable(line.trim()));
    let kept: Vec<String> = clean.filter(|line| !line.is_empty()).collect();
    kept.join(" ")
}

fn printable(line: &str) -> String {
    let keep = |c: &char| *c == '\t' || !c.is_control();
    line.chars().filter(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn success(text: &str) -> String {
        frame(None, &Ok(text.to_string()))
    }

    fn failure(text: &str) -> String {
        frame(None, &Err(text.to_string()))
    }

    #[test]
    fn frames_with_and_without_an_id() {
        assert_eq!(frame(Some("12"), &Ok("Q16".to_string())), "=12 Q16\n\n");
        assert_eq!(frame(Some("12"), &Err("illegal move".to_string())), "?12 illegal move\n\n");
        assert_eq!(success("2"), "= 2\n\n");
        assert_eq!(failure("illegal move"), "? illegal move\n\n");
    }

    #[test]
    fn a_space_follows_the_mark_of_an_empty_or_multi_line_response() {
        assert_eq!(success(""), "= \n\n");
        assert_eq!(frame(Some("3"), &Ok(String::new())), "=3 \n\n");
        assert_eq!(success("\n   A B\n 1 . .\n"), "= \n   A B\n 1 . .\n\n");
    }

    #[test]
    fn only_the_end_is_an_empty_line() {
        for text in ["a\n\nb", "a\r\n\r\nb\n\n\n", "a\n \t\nb", "a\n\0\nb"] {
            assert_eq!(success(text), "= a\nb\n\n", "{text:?}");
        }
        assert_eq!(success("\n\n\na"), "= \na\n\n");
        assert_eq!(success("\n\n"), "= \n\n");
    }

    #[test]
    fn no_control_character_but_the_tab_goes_out() {
        assert_eq!(success("a\x1b[1m\tb\u{85}\x7f"), "= a[1m\tb\n\n");
    }

    #[test]
    fn a_failure_is_one_line() {
        assert_eq!(failure("cannot\n\n load\r\nfile\n"), "? cannot load file\n\n");
    }

    #[test]
    fn a_stream_has_no_empty_line_before_its_end() {
        assert_eq!(open_stream(Some("5")), "=5\n");
        assert_eq!(stream_line("info a\n\nb"), Some("info a b\n".to_string()));
        assert_eq!(stream_line(" \n\r"), None);
        assert_eq!(close_stream(&Ok(String::new())), "\n");
        assert_eq!(close_stream(&Ok("\nplay D4".to_string())), "play D4\n\n");
        assert_eq!(close_stream(&Err("lost\nit".to_string())), "lost it\n\n");
    }

    #[test]
    fn excerpts_count_characters() {
        assert_eq!(excerpt("éééé", 4), "éééé");
        assert_eq!(excerpt("ééééé", 4), "éééé...");
        assert_eq!(quote("x"), "'x'");
    }
}
