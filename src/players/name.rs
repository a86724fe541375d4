//! Normalized names: records write the ranks and the case of a name differently.

/// Words for ranks after a number.
const RANKS: [&str; 13] =
    ["p", "d", "k", "dan", "kyu", "pro", "段", "级", "級", "단", "급", "d?", "k?"];

/// Numerals before a rank.
const NUMERALS: &str = "一二三四五六七八九十初";

/// The form of a name under which a player is known: without case, ranks and surplus white space.
pub(super) fn normalized(name: &str) -> String {
    let lower = with_apart_brackets(&name.to_lowercase());
    let mut words: Vec<&str> = lower.split_whitespace().collect();
    while words.len() > 1 && ends_with_rank(&words) {
        let is_number_apart = !words[words.len() - 1].contains(is_numeral);
        words.truncate(words.len() - 1 - usize::from(is_number_apart && words.len() > 2));
    }
    let joined = words.join(" ");
    without_attached_rank(joined.trim_end_matches([',', ' '])).to_owned()
}

/// The name with brackets of ASCII. A last pair stands apart if it has a rank.
fn with_apart_brackets(name: &str) -> String {
    let name = name.replace('（', "(").replace('）', ")");
    match name.rfind(['(', '[']) {
        Some(start) if ends_with_rank(&["", &name[start..]]) => {
            format!("{} {}", &name[..start], &name[start..])
        }
        _ => name,
    }
}

fn is_numeral(c: char) -> bool {
    c.is_ascii_digit() || NUMERALS.contains(c)
}

fn bare(word: &str) -> &str {
    word.trim_matches(['(', ')', '[', ']', ',', '.'])
}

/// Whether the last words are a rank: `9p`, `(3 dan)` or `九段`.
fn ends_with_rank(words: &[&str]) -> bool {
    let last = bare(words[words.len() - 1]);
    let unit = last.trim_start_matches(is_numeral).trim_start_matches('-');
    if !RANKS.contains(&unit) {
        return false;
    }
    let is_whole = unit.len() < last.len();
    let number = bare(words[words.len() - 2]);
    is_whole || (words.len() > 2 && !number.is_empty() && number.chars().all(is_numeral))
}

/// Removes a rank in Chinese, Japanese or Korean that is written without a blank.
fn without_attached_rank(name: &str) -> &str {
    let Some(rest) = name.strip_suffix(['段', '级', '級', '단', '급']) else { return name };
    let short = rest.trim_end_matches(is_numeral).trim_end();
    if short.is_empty() || short.len() == rest.len() { name } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_case_and_white_space_are_removed() {
        for (name, expected) in [
            ("Go  Seigen", "go seigen"),
            ("Go Seigen 9p", "go seigen"),
            ("Go Seigen (9 dan)", "go seigen"),
            ("Go Seigen [9D]", "go seigen"),
            ("吳清源 九段", "吳清源"),
            ("吳清源九段", "吳清源"),
            ("이세돌9단", "이세돌"),
            ("이세돌 9단", "이세돌"),
            ("미급", "미급"),
            ("bot 5k?", "bot"),
            ("player 1", "player 1"),
            ("Lee Changho, 9p", "lee changho"),
            ("Lee Changho(9p)", "lee changho"),
            ("Lee Changho 9-dan", "lee changho"),
            ("李昌镐(九段)", "李昌镐"),
            ("李昌镐（九段）", "李昌镐"),
            ("李昌镐[9段]", "李昌镐"),
            ("bot (fast)", "bot (fast)"),
            ("9d", "9d"),
            ("Dan", "dan"),
            ("Steele Dan", "steele dan"),
            ("九段", "九段"),
        ] {
            assert_eq!(normalized(name), expected, "{name}");
        }
    }
}
