/** A number as people see it: padded to the digits of the rifa's total, at least four. */
export function formatNumber(number: number, totalNumbers: number): string {
  return String(number).padStart(numberWidth(totalNumbers), '0');
}

/** Digits of a number as people see it. */
export function numberWidth(totalNumbers: number): number {
  return Math.max(4, String(totalNumbers).length);
}
