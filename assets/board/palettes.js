/** Colors of moves by the points that they lose. Pure functions on "#rrggbb". */

/** The classes of moves, as the server names them. */
export const QUALITIES = ["best", "good", "inaccuracy", "mistake", "blunder"];

/** Points lost from which inaccuracies, mistakes and blunders begin, unless the person chose others. */
export const THRESHOLDS = [1, 3, 8];

/**
 * "spectrum" runs from green to red; "lightness" from light to dark, so that it reads without
 * any hue. Neighboring classes of both differ in lightness.
 * @type {Record<string, string[]>}
 */
export const PALETTES = {
  spectrum: ["#157a4a", "#7fc241", "#f4e04d", "#ee9a2f", "#cf3d34"],
  lightness: ["#d8f6ff", "#79d0ef", "#d99a4e", "#b2613a", "#7c2f55"],
};

/**
 * The class of a move, as an index of {@link QUALITIES}.
 * @param {number} loss points lost @param {boolean} isBest @param {number[]} [thresholds] @returns {number}
 */
export function lossClass(loss, isBest, thresholds = THRESHOLDS) {
  return isBest ? 0 : 1 + thresholds.filter((threshold) => loss >= threshold).length;
}

/** @param {string} palette @param {number} number the class @returns {string} */
export function classColor(palette, number) {
  return (PALETTES[palette] ?? PALETTES.spectrum)[number];
}

/** @param {string} color @returns {[number, number, number]} linear red, green and blue, 0 to 1 */
export function linear(color) {
  const value = parseInt(color.slice(1), 16);
  return /** @type {[number, number, number]} */ (
    [16, 8, 0].map((shift) => {
      const part = ((value >> shift) & 255) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    })
  );
}

/** @param {string} color @returns {number} relative luminance, 0 to 1 */
function luminance(color) {
  const [red, green, blue] = linear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} first @param {string} second @returns {number} contrast ratio, 1 to 21 */
export function contrast(first, second) {
  const [low, high] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** @param {string} background @returns {string} the text color with more contrast */
export function textOn(background) {
  return contrast(background, "#101010") >= contrast(background, "#ffffff") ? "#101010" : "#ffffff";
}
