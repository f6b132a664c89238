/**
 * Maps the five prizes of a Loteria Federal extraction to numbers of a rifa.
 *
 * The lottery's ticket range changes over time. It has been below 100,000 and is always a multiple of 1,000, so only
 * the last three digits of a prize are uniformly distributed. A rule uses only those.
 */

/** One digit of one prize. */
export interface DigitPick {
  /** 1 to 5. */
  prize: number;
  /** From the right: 0 is the unit, 1 the ten, 2 the hundred. */
  place: number;
}

/** Digits of a number, most significant first; all zeros map to the rifa's highest number. */
export type DigitGroup = readonly DigitPick[];

export interface DrawRule {
  /** Published with every draw. The rules of a version never change. */
  version: DrawRuleVersion;
  /** The first group decides the first prize; the others decide further prizes and replace unsold numbers. */
  groups: readonly DigitGroup[];
}

export const DRAW_RULE_VERSIONS = ['federal-1'] as const;
export type DrawRuleVersion = (typeof DRAW_RULE_VERSIONS)[number];

/** Fallback when no digit group of an extraction hits an eligible cota; declared before sales. */
export const DRAW_FALLBACKS = ['lot', 'next_extraction'] as const;
export type DrawFallback = (typeof DRAW_FALLBACKS)[number];

const PRIZES = [1, 2, 3, 4, 5];
const LAST_FAIR_PLACE = 2;
const [UNIT, TEN, HUNDRED] = [0, 1, 2];

const lastDigits = (prize: number, count: number): DigitGroup =>
  Array.from({ length: count }, (_, index) => ({ prize, place: count - 1 - index }));
const sameDigit = (place: number, prizes: number): DigitGroup =>
  PRIZES.slice(0, prizes).map((prize) => ({ prize, place }));
const digit = (prize: number, place: number): DigitGroup => [{ prize, place }];

/** By rule and total. Groups of one total share no digits, so they are independent. */
const GROUPS: Record<DrawRuleVersion, Record<number, readonly DigitGroup[]>> = {
  'federal-1': {
    10: PRIZES.map((prize) => lastDigits(prize, 1)),
    100: PRIZES.map((prize) => lastDigits(prize, 2)),
    1_000: PRIZES.map((prize) => lastDigits(prize, 3)),
    10_000: [UNIT, TEN, HUNDRED].map((place) => sameDigit(place, 4)),
    100_000: [UNIT, TEN, HUNDRED].map((place) => sameDigit(place, 5)),
    1_000_000: [
      [...lastDigits(1, 3), ...lastDigits(2, 3)],
      [...lastDigits(3, 3), ...lastDigits(4, 3)],
    ],
    10_000_000: [
      [...lastDigits(1, 3), ...lastDigits(2, 3), ...digit(3, UNIT)],
      [...lastDigits(4, 3), ...lastDigits(5, 3), ...digit(3, TEN)],
    ],
  },
};

const RULES: ReadonlyMap<string, DrawRule> = new Map(
  DRAW_RULE_VERSIONS.flatMap((version) =>
    Object.entries(GROUPS[version])
      .filter(([total, groups]) => unfairness(groups, Number(total)) === null)
      .map(([total, groups]) => [`${version} ${total}`, { version, groups }] as const),
  ),
);

/** The totals a rifa may have. */
export const DRAWABLE_TOTALS: readonly number[] = Object.keys(GROUPS['federal-1']).map(Number);

/** @returns null when this version has no fair rule for the total; the rifa then cannot be published. */
export function findDrawRule(version: string, totalNumbers: number): DrawRule | null {
  return RULES.get(`${version} ${totalNumbers}`) ?? null;
}

export type Unfairness =
  /** Some numbers would be more likely than others. */
  | 'total_not_power_of_ten'
  | 'wrong_count_of_digits'
  /** Digits beyond the last three depend on the number of tickets printed. */
  | 'digit_depends_on_tickets'
  | 'digit_used_twice'
  | 'no_such_prize';

/** Why the groups are unfair, or null when every number is equally likely. */
export function unfairness(groups: readonly DigitGroup[], totalNumbers: number): Unfairness | null {
  const digits = Math.round(Math.log10(totalNumbers));
  if (10 ** digits !== totalNumbers || digits < 1) return 'total_not_power_of_ten';
  const used = new Set<string>();
  for (const group of groups) {
    if (group.length !== digits) return 'wrong_count_of_digits';
    for (const { prize, place } of group) {
      if (!PRIZES.includes(prize)) return 'no_such_prize';
      if (!Number.isInteger(place) || place < 0 || place > LAST_FAIR_PLACE) return 'digit_depends_on_tickets';
      if (used.has(`${prize}:${place}`)) return 'digit_used_twice';
      used.add(`${prize}:${place}`);
    }
  }
  return groups.length === 0 ? 'wrong_count_of_digits' : null;
}

/** @param prizes first to fifth, as printed: at least three digits each. */
export function readDigits(group: DigitGroup, prizes: readonly string[]): number[] {
  return group.map(({ prize, place }) => Number(prizes[prize - 1]!.at(-1 - place)));
}

/** 1-based: 1 to the total. */
export function numberOfDigits(digits: readonly number[]): number {
  let value = 0;
  for (const next of digits) value = value * 10 + next;
  return value === 0 ? 10 ** digits.length : value;
}
