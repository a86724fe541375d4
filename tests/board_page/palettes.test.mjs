import assert from "node:assert/strict";
import test from "node:test";
import { classColor, contrast, linear, lossClass, PALETTES, QUALITIES, textOn, THRESHOLDS } from "../../assets/board/palettes.js";

// Projections of linear RGB for dichromats (Viénot, Brettel and Mollon 1999) and for grayscale.
const VISIONS = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
  deuteranopia: [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
  gray: [[0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722]],
};

/** CIE L*a*b* of linear RGB under D65. */
function lab(rgb) {
  const f = (value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const dot = (row) => row.reduce((sum, weight, at) => sum + weight * Math.max(0, rgb[at]), 0);
  const [x, y, z] = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]].map(dot);
  const [fx, fy, fz] = [f(x / 0.9505), f(y), f(z / 1.089)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

function seen(color, vision) {
  const rgb = linear(color);
  return lab(VISIONS[vision].map((row) => row.reduce((sum, weight, at) => sum + weight * rgb[at], 0)));
}

const distance = (first, second, vision) => Math.hypot(...seen(first, vision).map((value, at) => value - seen(second, vision)[at]));

test("neighboring classes differ to every eye", () => {
  for (const [name, colors] of Object.entries(PALETTES)) {
    for (const vision of Object.keys(VISIONS)) {
      for (let at = 1; at < colors.length; at++) {
        const apart = distance(colors[at - 1], colors[at], vision);
        assert.ok(apart >= 9, `${name}, ${vision}: classes ${at} and ${at + 1} are ${apart.toFixed(1)} apart`);
      }
    }
  }
});

test("in the palette by lightness every two classes differ to every eye", () => {
  for (const vision of Object.keys(VISIONS)) {
    PALETTES.lightness.forEach((first, at) => PALETTES.lightness.slice(at + 1).forEach((second) => {
      assert.ok(distance(first, second, vision) >= 9, `${vision}: ${first} ${second}`);
    }));
  }
});

test("texts on candidates have contrast 4.5 or more", () => {
  for (const color of Object.values(PALETTES).flat()) assert.ok(contrast(color, textOn(color)) >= 4.5, color);
});

test("the best and the worst stand out from the wood", () => {
  assert.ok(contrast("#14110c", "#dfb777") >= 3 && contrast("#14110c", "#9c8054") >= 3, "the outline of discs");
});

test("classes begin at their thresholds", () => {
  const names = (thresholds) => [0, 0.99, 1, 3, 8, 50].map((loss) => QUALITIES[lossClass(loss, false, thresholds)]);
  assert.deepEqual(names(THRESHOLDS), ["good", "good", "inaccuracy", "mistake", "blunder", "blunder"]);
  assert.deepEqual(names([2, 9, 60]), ["good", "good", "good", "inaccuracy", "inaccuracy", "mistake"]);
  assert.equal(QUALITIES[lossClass(9, true)], "best");
  for (const palette of Object.values(PALETTES)) assert.equal(palette.length, QUALITIES.length);
  assert.equal(classColor("unknown", 0), PALETTES.spectrum[0]);
});
