/** Display form of a number: zero-padded to the width of the rifa's total, at least four digits. */
export function formatNumber(number: number, totalNumbers: number): string {
  return String(number).padStart(numberWidth(totalNumbers), '0');
}

/** Digits in the display form of a number. */
export function numberWidth(totalNumbers: number): number {
  return Math.max(4, String(totalNumbers).length);
}
