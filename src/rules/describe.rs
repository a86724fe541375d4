//! Rule sets in plain English.

use super::Rules;
use super::keys::AXES;
use super::presets::PRESETS;

impl Rules {
    /// Describes the rules in plain English: at most ten lines, none of them blank, without a final
    /// line break.
    #[must_use]
    pub fn describe(&self) -> String {
        let names: Vec<_> = PRESETS
            .iter()
            .filter(|preset| preset.rules == *self)
            .map(|preset| preset.name)
            .collect();
        let name = if names.is_empty() { "custom".to_owned() } else { names.join(" = ") };
        let mut text = format!("Rules: {name}");
        let mut topic = "";
        for axis in AXES {
            let Some(phrase) = (axis.phrase)(self) else {
                continue;
            };
            if axis.topic == topic {
                text += "; ";
            } else {
                text += &format!("\n{}: ", axis.topic);
            }
            text += &phrase;
            topic = axis.topic;
        }
        text
    }
}
