/**
 * The texts of the page: one row for each key, one column for each language, in the order
 * English, French, Japanese, simplified Chinese, traditional Chinese, German, Korean.
 */

import { PLAY_WORDS } from "./words-play.js";
import { RECORD_WORDS } from "./words-record.js";
import { REVIEW_WORDS } from "./words-review.js";
import { RULES_WORDS } from "./words-rules.js";
import { SETTING_WORDS } from "./words-settings.js";
import { STUDY_WORDS } from "./words-study.js";

/** @type {Record<string, string[]>} */
export const WORDS = { ...PLAY_WORDS, ...RECORD_WORDS, ...REVIEW_WORDS, ...RULES_WORDS, ...SETTING_WORDS, ...STUDY_WORDS };
