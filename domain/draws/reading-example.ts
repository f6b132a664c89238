import { type DigitPick, findDrawRule, numberOfDigits, readDigits } from './draw-rules.ts';

export interface ReadingExample {
  /** The digits in the order in which they form the number. */
  digits: (DigitPick & { digit: number })[];
  number: number;
}

/**
 * How the rule reads the first prize's number from an extraction, whether it was sold or not.
 *
 * @param prizes first to fifth, five digits each
 * @returns null where the rule has no groups for the total
 */
export function readingExample(
  drawRule: string,
  totalNumbers: number,
  prizes: readonly string[],
): ReadingExample | null {
  const group = findDrawRule(drawRule, totalNumbers)?.groups[0];
  if (!group) return null;
  const digits = readDigits(group, prizes);
  return {
    digits: group.map((pick, index) => ({ ...pick, digit: digits[index]! })),
    number: numberOfDigits(digits),
  };
}
