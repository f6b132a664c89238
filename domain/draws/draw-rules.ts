/**
 * How the five prizes of an extraction of the Loteria Federal become numbers of a rifa.
 *
 * The lottery prints a range of tickets that changes from time to time and has been below 100,000, always a multiple
 * of 1,000. So only the last three digits of a prize are equally likely, and a rule may use nothing else.
 */

/** One digit of one prize. */
export interface DigitPick {
  /** 1 to 5. */
  prize: number;
  /** From the right: 0 is the unit, 1 the ten, 2 the hundred. */
  place: number;
}

/** Digits read in this order make a number; all zeros mean the rifa's highest. */
export type DigitGroup = readonly DigitPick[];

export interface DrawRule {
  /** Published with every draw; what a version says never changes. */
  version: DrawRuleVersion;
  /** The first group is the first prize's; the others serve the other prizes and the numbers nobody holds. */
  groups: readonly DigitGroup[];
}

export const DRAW_RULE_VERSIONS = ['federal-1'] as const;
export type DrawRuleVersion = (typeof DRAW_RULE_VERSIONS)[number];

/** What happens when no group of digits of an extraction falls on a cota that may win; declared before sales. */
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

/** By rule and total. Groups of one total share no digit, so that none foretells another. */
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

/** @returns null when this version has no fair rule for the total: such a rifa cannot be published. */
export function findDrawRule(version: string, totalNumbers: number): DrawRule | null {
  return RULES.get(`${version} ${totalNumbers}`) ?? null;
}

export type Unfairness =
  /** Some numbers would be hit more often than others. */
  | 'total_not_power_of_ten'
  | 'wrong_count_of_digits'
  /** Beyond the last three digits, what can be drawn depends on how many tickets were printed. */
  | 'digit_depends_on_tickets'
  | 'digit_used_twice'
  | 'no_such_prize';

/** Why these groups would not give every number the same chance, or null when they do. */
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
