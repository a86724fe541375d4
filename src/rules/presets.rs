//! The named rule sets.

use super::Rules;
use super::axes::{
    End, HandicapBonus, HandicapMethod, IllegalMovePolicy, Ko, LongCycle, Removal, Scoring,
    StartPosition, StoneSupply, Suicide, Tax,
};

/// A rule set with a name.
pub(super) struct Preset {
    /// Its canonical name.
    pub name: &'static str,
    /// What SGF's property RU calls it: one of SGF's own names where there is one.
    pub sgf: &'static str,
    /// Further spellings; case and separators need none.
    pub also: &'static [&'static str],
    pub rules: Rules,
}

const fn preset(
    name: &'static str,
    sgf: &'static str,
    also: &'static [&'static str],
    rules: Rules,
) -> Preset {
    Preset { name, sgf, also, rules }
}

/// Every named rule set. Where two are the same rules, the first name is the canonical one.
pub(super) const PRESETS: &[Preset] = &[
    preset("chinese", "Chinese", &["cn", "中国", "中國"], CHINESE),
    preset("chinese-kgs", "chinese-kgs", &[], CHINESE_SUPERKO),
    preset("chinese-ogs", "chinese-ogs", &[], CHINESE_SUPERKO),
    preset("japanese", "Japanese", &["jp", "日本"], JAPANESE),
    preset("korean", "Korean", &["kr", "韩国", "韓國", "韓国", "한국"], JAPANESE),
    preset("aga", "AGA", &[], AGA),
    preset("aga-button", "aga-button", &[], AGA_BUTTON),
    preset("bga", "BGA", &["british"], BGA),
    preset("french", "French", &["ffg"], FRENCH),
    preset("new_zealand", "NZ", &["nz"], NEW_ZEALAND),
    preset("tromp-taylor", "Tromp-Taylor", &["tt"], TROMP_TAYLOR),
    preset("stone-scoring", "stone-scoring", &[], STONE_SCORING),
    preset("ancient-area", "ancient-area", &[], STONE_SCORING),
    preset("stones-only", "stones-only", &[], STONES_ONLY),
    preset("ancient-territory", "ancient-territory", &[], ANCIENT_TERRITORY),
    preset("ing", "GOE", &["goe", "应氏", "應氏"], ING),
    preset("simplified-ing", "simplified-ing", &["siming"], SIMPLIFIED_ING),
    preset("mizessyn", "mizessyn", &[], MIZESSYN),
    preset("weiqi-chinese", "weiqi-chinese", &[], WEIQI_CHINESE),
    preset("weiqi-japanese", "weiqi-japanese", &[], WEIQI_JAPANESE),
    preset("simple-territory", "simple-territory", &[], SIMPLE_TERRITORY),
];

/// Chinese rules as tournaments play them: the text forbids repetition, referees void a triple ko.
const CHINESE: Rules = Rules {
    ko: Ko::Simple,
    start: StartPosition::Remembered,
    long_cycle: LongCycle::NoResult,
    suicide: Suicide::None,
    scoring: Scoring::Area,
    tax: Tax::None,
    end: End::Two,
    removal: Removal::Agree,
    button: false,
    pass_stones: false,
    handicap_bonus: HandicapBonus::N,
    handicap_method: HandicapMethod::SetUp,
    komi: 7.5,
    handicap_komi: 0.5,
    illegal: IllegalMovePolicy::Refuse,
    supply: StoneSupply::UNLIMITED,
};

/// Chinese rules as the servers play them.
const CHINESE_SUPERKO: Rules =
    Rules { ko: Ko::Positional, long_cycle: LongCycle::Legal, ..CHINESE };

const JAPANESE: Rules = Rules {
    scoring: Scoring::Territory,
    tax: Tax::Seki,
    end: End::TwoConfirm,
    handicap_bonus: HandicapBonus::Zero,
    komi: 6.5,
    ..CHINESE
};

const AGA: Rules = Rules {
    ko: Ko::Situational,
    end: End::Aga,
    pass_stones: true,
    handicap_bonus: HandicapBonus::NMinusOne,
    ..CHINESE_SUPERKO
};

const AGA_BUTTON: Rules = Rules { button: true, pass_stones: false, komi: 7.0, ..AGA };

const BGA: Rules =
    Rules { ko: Ko::NaturalAndBasic, start: StartPosition::RememberedUnlessEmpty, ..AGA };

const FRENCH: Rules = Rules { ko: Ko::Natural, ..BGA };

/// The text forbids repeating a position that stood after any earlier move of that player; a pass
/// is a move, and nobody has moved before the start.
const NEW_ZEALAND: Rules = Rules {
    ko: Ko::Situational,
    start: StartPosition::RememberedUnlessEmpty,
    suicide: Suicide::Any,
    scoring: Scoring::AreaLiteral,
    end: End::Agree,
    handicap_method: HandicapMethod::WhitePasses,
    komi: 7.0,
    handicap_komi: 0.0,
    supply: FULL_BOARD,
    ..PLAIN_AREA
};

/// The text names no komi.
pub(super) const TROMP_TAYLOR: Rules =
    Rules { ko: Ko::Positional, suicide: Suicide::Any, removal: Removal::Never, ..PLAIN_AREA };

const STONE_SCORING: Rules = Rules { tax: Tax::All, ..PLAIN_AREA };

const STONES_ONLY: Rules =
    Rules { scoring: Scoring::Stones, removal: Removal::Never, ..PLAIN_AREA };

const ANCIENT_TERRITORY: Rules = Rules { tax: Tax::All, long_cycle: LongCycle::Legal, ..JAPANESE };

/// Ing's rules on fighting and disturbing ko are played as positional superko, as the servers do.
const ING: Rules =
    Rules { ko: Ko::Positional, suicide: Suicide::Multi, end: End::Ing, ..PLAIN_AREA };

const SIMPLIFIED_ING: Rules = Rules { ko: Ko::Positional, suicide: Suicide::Any, ..PLAIN_AREA };

const MIZESSYN: Rules = Rules {
    ko: Ko::Natural,
    start: StartPosition::RememberedUnlessEmpty,
    suicide: Suicide::Any,
    scoring: Scoring::Mizessyn,
    end: End::Mizessyn,
    ..PLAIN_AREA
};

const WEIQI_CHINESE: Rules = Rules {
    ko: Ko::Positional,
    scoring: Scoring::AreaSplit,
    illegal: IllegalMovePolicy::Forfeit,
    supply: FULL_BOARD,
    ..PLAIN_AREA
};

const WEIQI_JAPANESE: Rules =
    Rules { scoring: Scoring::Territory, tax: Tax::Seki, komi: 6.5, ..WEIQI_CHINESE };

const SIMPLE_TERRITORY: Rules = Rules {
    ko: Ko::Positional,
    scoring: Scoring::Territory,
    removal: Removal::Never,
    komi: 0.0,
    handicap_komi: 0.0,
    ..PLAIN_AREA
};

/// Area scoring with basic ko and without handicap bonus: the part that many rule sets share.
const PLAIN_AREA: Rules =
    Rules { long_cycle: LongCycle::Legal, handicap_bonus: HandicapBonus::Zero, ..CHINESE };

/// One stone for every point of the 19x19 board.
const FULL_BOARD: StoneSupply = StoneSupply { black: Some(181), white: Some(180) };
