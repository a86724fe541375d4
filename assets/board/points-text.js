/** Numbers with halves as fractions stay short: 38½. @param {number | null | undefined} value @returns {string} */
export function pointsText(value) {
  if (value === null || value === undefined) return "";
  const size = Math.abs(value);
  const whole = Math.floor(size);
  const sign = value < 0 ? "−" : "";
  if (size - whole === 0.5) return `${sign}${whole === 0 ? "" : whole}½`;
  return sign + String(Number(size.toFixed(2)));
}
