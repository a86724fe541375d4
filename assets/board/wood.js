/** Straight-grained wood, painted once. */

const SIDE = 640;
const LIGHT = [232, 197, 139];
const DARK = [211, 168, 104];

/** A repeatable random number from 0 to 1 for a point of a lattice. */
function lattice(x, y) {
  let mixed = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
}

/** Smooth noise between the points of the lattice. */
function noise(x, y) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const ease = (/** @type {number} */ part) => part * part * (3 - 2 * part);
  const [u, v] = [ease(x - left), ease(y - top)];
  const above = lattice(left, top) * (1 - u) + lattice(left + 1, top) * u;
  const below = lattice(left, top + 1) * (1 - u) + lattice(left + 1, top + 1) * u;
  return above * (1 - v) + below * v;
}

/** @param {number} x @param {number} y @returns {number} darkness of the grain, 0 to 1 */
export function grain(x, y) {
  const drift = x + 26 * noise(x / 160, y / 520) + 4 * noise(x / 40, y / 130);
  const rings = noise(drift / 17, y / 900 + 7) * 0.5 + noise(drift / 5, y / 420 + 3) * 0.34;
  return rings + noise(x / 1.4, y / 46) * 0.16;
}

/** @returns {Promise<string>} the address of an image */
export async function woodImage() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const image = context.createImageData(SIDE, SIDE);
  for (let y = 0, at = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, at += 4) {
      const dark = grain(x, y);
      for (let part = 0; part < 3; part++) {
        image.data[at + part] = LIGHT[part] + (DARK[part] - LIGHT[part]) * dark;
      }
      image.data[at + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  return URL.createObjectURL(/** @type {Blob} */ (blob));
}
