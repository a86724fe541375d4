//! Dates of games, as intervals of days: many records have only a year or a month.

/// The days on which a game may have been played, as numbers `yyyymmdd`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dates {
    /// The earliest day on which the game may have begun.
    pub(super) first: u32,
    /// The latest day on which it may have ended.
    pub(super) last: u32,
}

impl Dates {
    /// Reads the value of SGF's property DT: dates such as `1996-05-06,07`, or parts of them such as
    /// `1996-05`. `None` for other text.
    #[must_use]
    pub(super) fn parse(dt: &str) -> Option<Dates> {
        let mut previous: Vec<u32> = Vec::new();
        let mut dates: Option<Dates> = None;
        for part in dt.split(',') {
            let numbers: Result<Vec<u32>, _> = part.trim().split('-').map(str::parse).collect();
            previous = completed(&previous, &numbers.ok()?)?;
            let of_part = of_date(&previous)?;
            dates = Some(dates.map_or(of_part, |dates| Dates {
                first: dates.first.min(of_part.first),
                last: dates.last.max(of_part.last),
            }));
        }
        dates
    }
}

/// Completes `07` or `05-07` by the date before it. A year has four digits.
fn completed(previous: &[u32], numbers: &[u32]) -> Option<Vec<u32>> {
    if *numbers.first()? >= 1000 {
        return Some(numbers.to_vec());
    }
    let kept = previous.len().checked_sub(numbers.len()).filter(|&kept| kept > 0);
    // After a year and a month, 06-07 is a month and a day.
    let kept = kept.or((previous.len() == 2 && numbers.len() == 2).then_some(1))?;
    Some([&previous[..kept], numbers].concat())
}

fn of_date(numbers: &[u32]) -> Option<Dates> {
    let (year, first, last) = match *numbers {
        [year] => (year, 101, 1231),
        [year, month @ 1..=12] => (year, month * 100 + 1, month * 100 + 31),
        [year, month @ 1..=12, day @ 1..=31] => (year, month * 100 + day, month * 100 + day),
        _ => return None,
    };
    let is_year = (1000..10_000).contains(&year);
    is_year.then_some(Dates { first: year * 10_000 + first, last: year * 10_000 + last })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_partial_date_is_an_interval() {
        for (dt, first, last) in [
            ("1846-09-11", 18460911, 18460911),
            ("1846-09-11,14,15", 18460911, 18460915),
            ("1996-05-06,06-01", 19960506, 19960601),
            ("1996-05,06", 19960501, 19960631),
            ("1996-12-27,1997-01-03", 19961227, 19970103),
            ("1996", 19960101, 19961231),
        ] {
            assert_eq!(Dates::parse(dt), Some(Dates { first, last }), "{dt}");
        }
        for dt in ["", "unknown", "05-06", "1996-13", "1996-01-01-01", "99999999999"] {
            assert_eq!(Dates::parse(dt), None, "{dt}");
        }
    }
}
