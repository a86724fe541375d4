use std::time::{Duration, Instant};

use super::{time_form::TimeFormError, *};
use crate::board::Color;

const fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn byo_yomi(main: u64) -> TimeSystem {
    TimeSystem::ByoYomi { main: s(main), period: s(30), periods: 3 }
}

#[test]
fn absolute_time_runs_out_at_its_last_nanosecond() {
    let system = TimeSystem::Absolute { main: s(10) };
    let time = system.moved(&system.full(), s(4));
    assert_eq!((time.left, time.is_flagged, time.used), (s(6), false, s(4)));
    assert!(!system.after(&time, s(6) - Duration::from_nanos(1)).is_flagged);
    assert!(system.after(&time, s(6)).is_flagged);
    assert_eq!(system.until_flag(&time), Some(s(6)));
}

#[test]
fn a_period_is_given_back_whole_and_each_overrun_costs_one() {
    let system = byo_yomi(60);
    let time = system.moved(&system.full(), s(59));
    assert_eq!((time.left, time.is_overtime, time.periods), (s(1), false, 3));
    // 1 s of main time, 10 s of the first period.
    let time = system.moved(&time, s(11));
    assert_eq!((time.left, time.is_overtime, time.periods), (s(30), true, 3));
    let thinking = system.after(&time, s(29));
    assert_eq!((thinking.left, thinking.periods), (s(1), 3));
    let time = system.moved(&time, s(31));
    assert_eq!((time.left, time.periods), (s(30), 2));
    assert_eq!(system.until_flag(&time), Some(s(60)));
    assert!(system.after(&time, s(60)).is_flagged);
    let last = system.moved(&time, s(59));
    assert_eq!((last.periods, last.is_flagged), (1, false));
    assert!(system.full().periods == 3 && byo_yomi(0).full().is_overtime);
    // The main time and two periods in one move.
    let time = system.moved(&system.full(), s(60 + 30 + 30 + 5));
    assert_eq!((time.periods, time.left), (1, s(30)));
    assert!(system.after(&system.full(), s(60 + 90)).is_flagged);
}

#[test]
fn canadian_overtime_is_filled_up_after_its_stones() {
    let system = TimeSystem::Canadian { main: s(10), overtime: s(60), stones: 2 };
    let time = system.moved(&system.full(), s(15));
    assert_eq!((time.left, time.stones, time.is_overtime), (s(55), 1, true));
    let time = system.moved(&time, s(20));
    assert_eq!((time.left, time.stones), (s(60), 2));
    assert!(system.after(&time, s(60)).is_flagged);
    assert_eq!(system.until_flag(&system.full()), Some(s(70)));
}

#[test]
fn increments_are_added_up_to_the_cap() {
    let system = TimeSystem::Fischer { main: s(20), increment: s(10), cap: Some(s(25)) };
    let time = system.moved(&system.full(), s(1));
    assert_eq!(time.left, s(25));
    let time = system.moved(&time, s(20));
    assert_eq!(time.left, s(15));
    let above = TimeSystem::Fischer { main: s(60), increment: s(10), cap: Some(s(25)) };
    assert_eq!(above.moved(&above.full(), s(1)).left, s(59));
}

#[test]
fn a_delay_and_bronstein_have_the_same_totals() {
    let delay = TimeSystem::Delay { main: s(20), delay: s(5) };
    let bronstein = TimeSystem::Bronstein { main: s(20), delay: s(5) };
    let (mut a, mut b) = (delay.full(), bronstein.full());
    for spent in [3, 5, 8, 1, 11] {
        (a, b) = (delay.moved(&a, s(spent)), bronstein.moved(&b, s(spent)));
        assert_eq!(a.left, b.left, "{spent}");
    }
    assert_eq!((a.left, a.delay), (s(11), s(5)));
    let thinking = delay.after(&a, s(3));
    assert_eq!((thinking.left, thinking.delay), (s(11), s(2)));
    assert_eq!((delay.until_flag(&a), bronstein.until_flag(&b)), (Some(s(16)), Some(s(11))));
}

#[test]
fn the_time_of_an_hourglass_goes_to_the_opponent() {
    let mut clock = GameClock::new([TimeSystem::Hourglass { main: s(60) }; 2]);
    let start = Instant::now();
    clock.start(Color::Black, start);
    let [black, white] = clock.times(start + s(10));
    assert_eq!((black.left, white.left), (s(50), s(70)));
    clock.press(Color::Black, start + s(20));
    clock.press(Color::White, start + s(50));
    let [black, white] = clock.times(start + s(50));
    assert_eq!((black.left, white.left), (s(70), s(50)));
    assert_eq!(clock.flagged(start + s(119)), None);
    assert_eq!(clock.flagged(start + s(120)), Some(Color::Black));
}

#[test]
fn time_per_move_is_not_saved_and_counting_up_has_no_end() {
    let system = TimeSystem::PerMove { time: s(10) };
    let time = system.moved(&system.full(), s(3));
    assert_eq!((time.left, time.used), (s(10), s(3)));
    assert!(system.after(&time, s(10)).is_flagged);
    let time = TimeSystem::CountUp.moved(&TimeSystem::CountUp.full(), s(100_000));
    assert_eq!((time.used, time.is_flagged), (s(100_000), false));
}

#[test]
fn each_player_has_an_own_system_and_a_pause_stops_both() {
    let systems = [TimeSystem::Absolute { main: s(100) }, byo_yomi(0)];
    let mut clock = GameClock::new(systems);
    let start = Instant::now();
    clock.start(Color::Black, start);
    clock.pause(start + s(10));
    assert!(clock.is_paused() && clock.deadline().is_none());
    assert_eq!(clock.times(start + s(1000))[0].left, s(90));
    clock.resume(start + s(1000));
    assert_eq!(clock.deadline(), Some(start + s(1090)));
    clock.press(Color::Black, start + s(1005));
    assert_eq!(clock.times(start + s(1015)).map(|time| time.left), [s(85), s(20)]);
    assert_eq!(clock.deadline(), Some(start + s(1095)));
    clock.restore(systems.map(TimeSystem::full), Color::Black, start + s(1020));
    assert_eq!(clock.times(start + s(1021)).map(|time| time.left), [s(99), s(30)]);
}

#[test]
fn a_clock_that_was_removed_in_a_pause_stayed_paused() {
    let mut clock = GameClock::new([TimeSystem::Absolute { main: s(60) }; 2]);
    let start = Instant::now();
    clock.start(Color::Black, start);
    clock.pause(start);
    for color in Color::ALL {
        clock.set(color, TimeSystem::None, start);
    }
    assert!(!clock.is_paused());
}

#[test]
fn a_clock_that_was_given_back_went_on_with_an_old_turn() {
    let mut clock = GameClock::new([TimeSystem::Absolute { main: s(60) }; 2]);
    let start = Instant::now();
    clock.start(Color::Black, start);
    for system in [TimeSystem::None, TimeSystem::Absolute { main: s(60) }] {
        for color in Color::ALL {
            clock.set(color, system, start);
        }
        if !clock.is_used() {
            clock.start(Color::Black, start);
        }
    }
    assert_eq!(clock.turn(), None, "moves were made meanwhile");
}

#[test]
fn a_record_gave_more_overtime_than_the_system_has() {
    let canadian = TimeSystem::Canadian { main: s(0), overtime: s(60), stones: 5 };
    for system in [byo_yomi(0), canadian] {
        assert_eq!(time_left(system, 1000.0, Some(u32::MAX)), Some(system.full()));
    }
}

#[test]
fn forms_of_all_systems_read_back() {
    let systems = [
        TimeSystem::None,
        TimeSystem::Absolute { main: s(60) },
        byo_yomi(60),
        TimeSystem::Canadian { main: s(0), overtime: s(300), stones: 15 },
        TimeSystem::Fischer { main: s(60), increment: s(5), cap: None },
        TimeSystem::Fischer { main: s(60), increment: s(5), cap: Some(s(90)) },
        TimeSystem::Bronstein { main: s(60), delay: s(5) },
        TimeSystem::Delay { main: s(60), delay: s(5) },
        TimeSystem::Hourglass { main: s(60) },
        TimeSystem::PerMove { time: s(10) },
        TimeSystem::CountUp,
    ];
    for system in systems {
        let json = serde_json::to_string(&TimeForm::from(system)).expect("plain data");
        let form: TimeForm = serde_json::from_str(&json).expect("a form");
        assert_eq!(TimeSystem::try_from(&form), Ok(system), "{json}");
    }
}

#[test]
fn wrong_forms_are_refused() {
    let read = |json| {
        let form: TimeForm = serde_json::from_str(json).expect("a form");
        TimeSystem::try_from(&form)
    };
    assert_eq!(read(r#"{"kind":"x"}"#), Err(TimeFormError::Kind("x".to_owned())));
    let wrong_main = TimeFormError::Seconds { name: "main", min: 0.001 };
    assert_eq!(wrong_main.to_string(), "main: expected seconds from 0.001 to 8640000");
    assert_eq!(read(r#"{"kind":"absolute","main":0}"#), Err(wrong_main.clone()));
    assert_eq!(read(r#"{"kind":"absolute","main":1e300}"#), Err(wrong_main));
    let negative = read(r#"{"kind":"byo-yomi","main":-1,"time":30,"periods":1}"#);
    assert_eq!(negative, Err(TimeFormError::Seconds { name: "main", min: 0.0 }));
    let no_periods = r#"{"kind":"byo-yomi","main":5,"time":30,"periods":0}"#;
    assert_eq!(read(no_periods), Err(TimeFormError::Count("periods")));
}
