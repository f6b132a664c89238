import { describe, expect, test } from 'vitest';
import {
  type DigitGroup,
  DRAW_RULE_VERSIONS,
  DRAWABLE_TOTALS,
  findDrawRule,
  numberOfDigits,
  readDigits,
  unfairness,
} from './draw-rules.ts';

const RULES = DRAW_RULE_VERSIONS.flatMap((version) =>
  DRAWABLE_TOTALS.map((total) => [version, total, findDrawRule(version, total)!] as const),
);

test('has a rule for every power of ten up to ten million', () => {
  expect(DRAWABLE_TOTALS).toEqual([10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000]);
  for (const [, , rule] of RULES) expect(rule).not.toBeNull();
});

describe('fairness', () => {
  test.each([1_000, 10_000, 75_000, 84_000, 92_000, 96_000, 100_000])(
    'with %i tickets, the last three digits of a prize are equally likely',
    (tickets) => {
      const countByEnding = new Map<string, number>();
      for (let ticket = 0; ticket < tickets; ticket++) {
        const ending = String(ticket).padStart(5, '0').slice(-3);
        countByEnding.set(ending, (countByEnding.get(ending) ?? 0) + 1);
      }
      expect(countByEnding.size).toBe(1000);
      expect(new Set(countByEnding.values())).toEqual(new Set([tickets / 1000]));
    },
  );

  test.each(RULES)(
    '%s, %i numbers: each group of equally likely digits gives every number once',
    (_, total, rule) => {
      for (const group of rule.groups) {
        const countByNumber = new Uint8Array(total + 1);
        const digits = Array.from(group, () => 0);
        for (let combination = 0; combination < total; combination++) {
          for (let at = 0, rest = combination; at < digits.length; at++, rest = Math.floor(rest / 10))
            digits[at] = rest % 10;
          const number = numberOfDigits(digits);
          countByNumber[number] = countByNumber[number]! + 1;
        }
        expect(countByNumber[0]).toBe(0);
        expect(countByNumber.subarray(1).every((count) => count === 1)).toBe(true);
      }
    },
  );

  test.each(RULES)(
    '%s, %i numbers: uses each digit once and no digit that depends on the ticket range',
    (_, total, rule) => {
      expect(unfairness(rule.groups, total)).toBeNull();
      const picks = rule.groups.flat();
      expect(new Set(picks.map(({ prize, place }) => `${prize} ${place}`)).size).toBe(picks.length);
      expect(picks.every(({ prize, place }) => prize >= 1 && prize <= 5 && place >= 0 && place <= 2)).toBe(
        true,
      );
    },
  );

  test.each<[string, number, DigitGroup[], string]>([
    [
      'five digits of one prize',
      100_000,
      [[4, 3, 2, 1, 0].map((place) => ({ prize: 1, place }))],
      'digit_depends_on_tickets',
    ],
    [
      'the last four of one prize',
      10_000,
      [[3, 2, 1, 0].map((place) => ({ prize: 1, place }))],
      'digit_depends_on_tickets',
    ],
    [
      'a total that is not a power of ten',
      300,
      [[2, 1, 0].map((place) => ({ prize: 1, place }))],
      'total_not_power_of_ten',
    ],
    ['one digit twice', 100, [[0, 0].map((place) => ({ prize: 1, place }))], 'digit_used_twice'],
    ['one digit in two groups', 10, [[{ prize: 1, place: 0 }], [{ prize: 1, place: 0 }]], 'digit_used_twice'],
    ['a sixth prize', 10, [[{ prize: 6, place: 0 }]], 'no_such_prize'],
    ['too few digits', 100, [[{ prize: 1, place: 0 }]], 'wrong_count_of_digits'],
    ['no groups', 100, [], 'wrong_count_of_digits'],
  ])('rejects %s', (_, total, groups, reason) => {
    expect(unfairness(groups, total)).toBe(reason);
  });

  test.each([1, 2, 50, 300, 70_000, 100_000_000])('has no rule for %i numbers', (total) => {
    expect(findDrawRule('federal-1', total)).toBeNull();
  });

  test('returns null for an unknown version', () => {
    expect(findDrawRule('federal-0', 100)).toBeNull();
  });
});

describe('worked examples', () => {
  const prizes = ['82745', '69740', '53467', '64337', '04461'];
  test.each([
    [10, [5, 10, 7, 7, 1]],
    [100, [45, 40, 67, 37, 61]],
    [1_000, [745, 740, 467, 337, 461]],
    [10_000, [5077, 4463, 7743]],
    [100_000, [50771, 44636, 77434]],
    [1_000_000, [745740, 467337]],
    [10_000_000, [7457407, 3374616]],
  ])('%i numbers', (total, numbers) => {
    const { groups } = findDrawRule('federal-1', total)!;
    expect(groups.map((group) => numberOfDigits(readDigits(group, prizes)))).toEqual(numbers);
  });

  test('maps all zeros to the highest number', () => {
    expect(numberOfDigits([0, 0, 0, 0])).toBe(10_000);
    expect(numberOfDigits([0, 0, 0, 1])).toBe(1);
  });
});
