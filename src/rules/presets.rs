//! The named rule sets.

use super::Rules;
use super::axes::{
    End, HandicapBonus, HandicapMethod, IllegalMovePolicy, Ko, LongCycle, Removal, Scoring,
    StartPosition, StoneSupply, Suicide, Tax,
};

/// A rule set with a name.
pub(super) struct Preset {
    /// The canonical name.
    pub name: &'static str,
    /// The value of SGF's property RU: one of SGF's own names if there is one.
    pub sgf: &'static str,
    /// Further names, in lower case without separators.
    pub aliases: &'static [&'static str],
    pub rules: Rules,
}

const fn preset(
    name: &'static str,
    sgf: &'static str,
    aliases: &'static [&'static str],
    rules: Rules,
) -> Preset {
    Preset { name, sgf, aliases, rules }
}

/// Every named rule set. If two have the same rules, the first name is the canonical one.
pub(super) const PRESETS: &[Preset] = &[
    preset("chinese", "Chinese", &["cn", "中国", "中國"], Rules::CHINESE),
    preset("chinese-kgs", "chinese-kgs", &[], Rules::CHINESE_KGS),
    preset("chinese-ogs", "chinese-ogs", &[], Rules::CHINESE_OGS),
    preset("japanese", "Japanese", &["jp", "日本"], Rules::JAPANESE),
    preset("korean", "Korean", &["kr", "韩国", "韓國", "韓国", "한국"], Rules::KOREAN),
    preset("aga", "AGA", &[], Rules::AGA),
    preset("aga-button", "aga-button", &[], Rules::AGA_BUTTON),
    preset("bga", "BGA", &["british"], Rules::BGA),
    preset("french", "French", &["ffg"], Rules::FRENCH),
    preset("new_zealand", "NZ", &["nz"], Rules::NEW_ZEALAND),
    preset("tromp-taylor", "Tromp-Taylor", &["tt"], Rules::TROMP_TAYLOR),
    preset("stone-scoring", "stone-scoring", &[], Rules::STONE_SCORING),
    preset("ancient-area", "ancient-area", &[], Rules::ANCIENT_AREA),
    preset("stones-only", "stones-only", &[], Rules::STONES_ONLY),
    preset("ancient-territory", "ancient-territory", &[], Rules::ANCIENT_TERRITORY),
    preset("ing", "GOE", &["goe", "应氏", "應氏"], Rules::ING),
    preset("simplified-ing", "simplified-ing", &["siming"], Rules::SIMPLIFIED_ING),
    preset("mizessyn", "mizessyn", &[], Rules::MIZESSYN),
    preset("weiqi-chinese", "weiqi-chinese", &[], Rules::WEIQI_CHINESE),
    preset("weiqi-japanese", "weiqi-japanese", &[], Rules::WEIQI_JAPANESE),
    preset("simple-territory", "simple-territory", &[], Rules::SIMPLE_TERRITORY),
];

/// The default rule set of the engine and its command line: Chinese rules without any repetition of
/// the board, [`Rules::CHINESE_KGS`].
impl Default for Rules {
    fn default() -> Rules {
        Rules::CHINESE_KGS
    }
}

impl Rules {
    /// `chinese`: Chinese rules as in tournaments. The text forbids repetition, but referees void a
    /// triple ko.
    pub const CHINESE: Rules = Rules {
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

    /// `chinese-kgs`: Chinese rules as on the KGS server, with positional superko.
    pub const CHINESE_KGS: Rules =
        Rules { ko: Ko::Positional, long_cycle: LongCycle::Legal, ..Rules::CHINESE };

    /// `chinese-ogs`: the same rules as [`Rules::CHINESE_KGS`].
    pub const CHINESE_OGS: Rules = Rules::CHINESE_KGS;

    /// `japanese`: Japanese rules.
    pub const JAPANESE: Rules = Rules {
        scoring: Scoring::Territory,
        tax: Tax::Seki,
        end: End::TwoConfirm,
        handicap_bonus: HandicapBonus::Zero,
        komi: 6.5,
        ..Rules::CHINESE
    };

    /// `korean`: the same rules as [`Rules::JAPANESE`].
    pub const KOREAN: Rules = Rules::JAPANESE;

    /// `aga`: rules of the American Go Association.
    pub const AGA: Rules = Rules {
        ko: Ko::Situational,
        end: End::Aga,
        pass_stones: true,
        handicap_bonus: HandicapBonus::NMinusOne,
        ..Rules::CHINESE_KGS
    };

    /// `aga-button`: AGA rules with a button in place of pass stones.
    pub const AGA_BUTTON: Rules =
        Rules { button: true, pass_stones: false, komi: 7.0, ..Rules::AGA };

    /// `bga`: rules of the British Go Association.
    pub const BGA: Rules = Rules {
        ko: Ko::NaturalAndBasic,
        start: StartPosition::RememberedUnlessEmpty,
        ..Rules::AGA
    };

    /// `french`: rules of the French Go Federation.
    pub const FRENCH: Rules = Rules { ko: Ko::Natural, ..Rules::BGA };

    /// `new_zealand`: rules of the New Zealand Go Society. The text forbids repeating a position
    /// after any earlier move of the same player, where a pass is a move; nobody has moved before
    /// the start.
    pub const NEW_ZEALAND: Rules = Rules {
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

    /// `tromp-taylor`: Tromp-Taylor rules. The text names no komi.
    pub const TROMP_TAYLOR: Rules =
        Rules { ko: Ko::Positional, suicide: Suicide::Any, removal: Removal::Never, ..PLAIN_AREA };

    /// `stone-scoring`: area scoring with a tax of two points for every living group.
    pub const STONE_SCORING: Rules = Rules { tax: Tax::All, ..PLAIN_AREA };

    /// `ancient-area`: the same rules as [`Rules::STONE_SCORING`].
    pub const ANCIENT_AREA: Rules = Rules::STONE_SCORING;

    /// `stones-only`: only stones on the board count.
    pub const STONES_ONLY: Rules =
        Rules { scoring: Scoring::Stones, removal: Removal::Never, ..PLAIN_AREA };

    /// `ancient-territory`: territory scoring with a tax of two points for every living group.
    pub const ANCIENT_TERRITORY: Rules =
        Rules { tax: Tax::All, long_cycle: LongCycle::Legal, ..Rules::JAPANESE };

    /// `ing`: Ing's rules. Those on fighting and disturbing ko are replaced by positional superko,
    /// as on servers.
    pub const ING: Rules =
        Rules { ko: Ko::Positional, suicide: Suicide::Multi, end: End::Ing, ..PLAIN_AREA };

    /// `simplified-ing`: positional superko and area scoring, with suicide.
    pub const SIMPLIFIED_ING: Rules =
        Rules { ko: Ko::Positional, suicide: Suicide::Any, ..PLAIN_AREA };

    /// `mizessyn`: Mizessyn rules, in which a second count settles a dispute.
    pub const MIZESSYN: Rules = Rules {
        ko: Ko::Natural,
        start: StartPosition::RememberedUnlessEmpty,
        suicide: Suicide::Any,
        scoring: Scoring::Mizessyn,
        end: End::Mizessyn,
        ..PLAIN_AREA
    };

    /// `weiqi-chinese`: Chinese rules with positional superko; dame are split, and an illegal move
    /// loses the game.
    pub const WEIQI_CHINESE: Rules = Rules {
        ko: Ko::Positional,
        scoring: Scoring::AreaSplit,
        illegal: IllegalMovePolicy::Forfeit,
        supply: FULL_BOARD,
        ..PLAIN_AREA
    };

    /// `weiqi-japanese`: as [`Rules::WEIQI_CHINESE`], with territory scoring.
    pub const WEIQI_JAPANESE: Rules =
        Rules { scoring: Scoring::Territory, tax: Tax::Seki, komi: 6.5, ..Rules::WEIQI_CHINESE };

    /// `simple-territory`: territory scoring in which every stone on the board counts as alive.
    pub const SIMPLE_TERRITORY: Rules = Rules {
        ko: Ko::Positional,
        scoring: Scoring::Territory,
        removal: Removal::Never,
        komi: 0.0,
        handicap_komi: 0.0,
        ..PLAIN_AREA
    };
}

/// Area scoring with simple ko and without handicap bonus, the base of many rule sets.
const PLAIN_AREA: Rules =
    Rules { long_cycle: LongCycle::Legal, handicap_bonus: HandicapBonus::Zero, ..Rules::CHINESE };

/// One stone for every point of the 19×19 board.
const FULL_BOARD: StoneSupply = StoneSupply { black: Some(181), white: Some(180) };
