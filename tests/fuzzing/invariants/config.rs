//! Configurations: an accepted one is written and read again the same, a refused one changes
//! nothing.

use shusaku::{
    analysis::Settings,
    cli::{ConfigLine, config_arguments, parse_katago_config},
};

/// Greatest length of an error message: the key or value as given, escaped, and the accepted
/// values.
const MAX_GROWTH: usize = 16;
const MAX_EXPECTED: usize = 2000;

/// The bytes are a TOML file, and a file in KataGo's format with settings.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    check_toml(&text);
    check_katago(&text);
}

fn check_toml(text: &str) {
    let arguments = match config_arguments(text) {
        Ok(arguments) => arguments,
        Err(error) => {
            assert!(error.line <= 1 + text.matches('\n').count(), "{error}");
            return check_message(text, &error.reason);
        }
    };
    let line = |argument: &std::ffi::OsString| {
        let argument = argument.to_str().expect("text");
        let (key, value) = argument[2..].split_once('=').expect("a value");
        let escape = |c: char| format!("\\U{:08x}", u32::from(c));
        format!("{key} = \"{}\"\n", value.chars().map(escape).collect::<String>())
    };
    let written: String = arguments.iter().map(line).collect();
    assert_eq!(config_arguments(&written), Ok(arguments), "{written}");
}

fn check_katago(text: &str) {
    let lines = match parse_katago_config(text) {
        Ok(lines) => lines,
        Err(error) => return check_message(text, &error.to_string()),
    };
    let is_plain =
        |line: &ConfigLine| !matches!(line, ConfigLine::Entry { value, .. } if value.contains('"'));
    let plain: Vec<ConfigLine> = lines.iter().filter(|line| is_plain(line)).cloned().collect();
    let written: String = plain.iter().map(katago_line).collect();
    if !written.contains(['#', '\r']) {
        assert_eq!(parse_katago_config(&written), Ok(plain), "{written}");
    }
    let mut settings = Settings::default();
    for line in &lines {
        let ConfigLine::Entry { key, value } = line else { continue };
        let before = format!("{settings:?}");
        match settings.set(key, value) {
            Ok(()) => {
                let once = format!("{:?}", without_keys(&settings));
                settings.set(key, value).expect("it was accepted before");
                assert_eq!(format!("{:?}", without_keys(&settings)), once, "{key} = {value}");
            }
            Err(error) => {
                assert_eq!(format!("{settings:?}"), before, "{key} = {value}");
                check_message(text, &error.to_string());
            }
        }
    }
}

/// The settings as text, up to the list of the keys that were set.
fn without_keys(settings: &Settings) -> String {
    let text = format!("{settings:?}");
    text[..text.find(", keys: [").expect("a list of keys")].to_owned()
}

fn katago_line(line: &ConfigLine) -> String {
    match line {
        ConfigLine::Include(file) => format!("@include \"{file}\"\n"),
        ConfigLine::Entry { key, value } => format!("{key} = \"{value}\"\n"),
    }
}

fn check_message(text: &str, message: &str) {
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.len() <= MAX_GROWTH * text.len() + MAX_EXPECTED, "{message}");
}
