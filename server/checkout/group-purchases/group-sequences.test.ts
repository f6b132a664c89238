/**
 * Random histories of parts, own orders, coupons, late payments, refunds, gifts, joined persons, and of accounts that are
 * merged, excluded, suspended and deleted.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectConsistent, type Holding } from './group-consistency.testing.ts';
import { createGroupBed, type GroupBed } from './group-purchases.testing.ts';
import {
  startHistory,
  type GroupStep,
  MAX_PER_PERSON,
  MONTHLY_CENTAVOS,
  takeStep,
} from './group-sequences.testing.ts';

let bed: GroupBed;
beforeAll(async () => {
  bed = await createGroupBed();
});
afterAll(() => bed.close());

const anyAccount = fc.nat(3);
const anyOrder = fc.nat(5);
const anyGroup = fc.nat(2);
const hasCoupon = fc.boolean();
const anyOf = <Do extends GroupStep['do']>(...kinds: Do[]) => fc.constantFrom(...kinds);
const anyStep: fc.Arbitrary<GroupStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: anyOf('start'),
      accountIndex: anyAccount,
      parts: fc.integer({ min: 2, max: 3 }),
      cotas: fc.integer({ min: 1, max: 5 }),
      hasCoupon,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: anyOf('take'),
      accountIndex: anyAccount,
      group: anyGroup,
      part: fc.integer({ min: 1, max: 3 }),
      hasCoupon,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: anyOf('order'),
      accountIndex: anyAccount,
      cotas: fc.integer({ min: 1, max: 6 }),
      hasCoupon,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: anyOf('repeat request'), order: anyOrder }) },
  { weight: 8, arbitrary: fc.record({ do: anyOf('pay'), order: anyOrder }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: anyOf('cancel', 'cancel', 'cancel', 'refund', 'charge back', 'restore', 'return one'),
      order: anyOrder,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: anyOf('give'),
      order: anyOrder,
      cotas: fc.integer({ min: 1, max: 4 }),
      accountIndex: anyAccount,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: anyOf('end'), group: anyGroup }) },
  { weight: 1, arbitrary: fc.record({ do: anyOf('deadlines', 'merge') }) },
  { weight: 1, arbitrary: fc.record({ do: anyOf('join'), accountIndex: anyAccount }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: anyOf('exclude', 'suspend', 'delete', 'delete'), accountIndex: anyAccount }),
  },
);
/** Sometimes two concurrent steps. */
const anyHistory = fc.array(fc.array(anyStep, { minLength: 1, maxLength: 2 }), {
  minLength: 15,
  maxLength: 35,
});

/** Two persons with the most cotas are joined, leave their unpaid orders, and pay them late. */
const latePaymentsAfterJoin: GroupStep[][] = [
  [{ do: 'order', accountIndex: 2, cotas: 6, hasCoupon: false }],
  [{ do: 'order', accountIndex: 2, cotas: 6, hasCoupon: true }],
  [{ do: 'order', accountIndex: 3, cotas: 6, hasCoupon: true }],
  [{ do: 'join', accountIndex: 2 }],
  [{ do: 'cancel', order: 1 }],
  [{ do: 'cancel', order: 2 }],
  [{ do: 'pay', order: 0 }],
  [{ do: 'pay', order: 1 }],
  [{ do: 'pay', order: 2 }],
];

/** The request of an order that was given up is repeated by another tab; then its payment arrives. */
const repeatedRequest: GroupStep[][] = [
  [{ do: 'order', accountIndex: 2, cotas: 2, hasCoupon: true }],
  [{ do: 'cancel', order: 0 }],
  [{ do: 'repeat request', order: 0 }],
  [{ do: 'pay', order: 0 }],
];

/** A tab of an account that support merges into another starts a group at that moment. */
const startWhileMerged: GroupStep[][] = [
  [{ do: 'start', accountIndex: 3, parts: 2, cotas: 1, hasCoupon: false }, { do: 'merge' }],
];

test('books, shares, coupons, limits and group pages agree in any sequence', async () => {
  expect.hasAssertions();
  await fc.assert(
    fc.asyncProperty(anyHistory, async (moments) => {
      const history = await startHistory(bed);
      let before: Holding[] = [];
      try {
        for (const moment of moments) {
          await Promise.all(moment.map((step) => takeStep(bed, history, step)));
          const holdings = await expectConsistent(bed, history);
          expectWithinLimits(moment, before, holdings, history.accounts[0]);
          before = holdings;
        }
      } finally {
        bed.clock.advance(-history.advancedSeconds);
      }
    }),
    // Each run takes a second: shrinking a failure would take minutes.
    {
      numRuns: 2 + Number(process.env.MODEL_RUNS ?? 15),
      examples: [[latePaymentsAfterJoin], [repeatedRequest], [startWhileMerged]],
      endOnFailure: true,
    },
  );
}, 3_600_000);

/** What a person holds never grows beyond a limit, except by joining, or as the bank gives back what was sold. */
function expectWithinLimits(
  moment: readonly GroupStep[],
  before: readonly Holding[],
  now: readonly Holding[],
  limited: string,
): void {
  if (moment.some((step) => ['join', 'merge', 'restore'].includes(step.do))) return;
  for (const { personId, cotas, spentCentavos, couponUses } of now) {
    const nothingHeld = { cotas: 0, spentCentavos: 0, couponUses: 0 };
    const heldBefore = before.find((holding) => holding.personId === personId) ?? nothingHeld;
    expect(couponUses).toBeLessThanOrEqual(Math.max(1, heldBefore.couponUses));
    const maxCentavos = personId === limited ? MONTHLY_CENTAVOS : Infinity;
    expect(cotas).toBeLessThanOrEqual(Math.max(MAX_PER_PERSON, heldBefore.cotas));
    expect(spentCentavos).toBeLessThanOrEqual(Math.max(maxCentavos, heldBefore.spentCentavos));
  }
}
