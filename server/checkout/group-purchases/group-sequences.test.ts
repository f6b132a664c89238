/**
 * Random histories of parts, own orders, coupons, late payments, refunds, gifts, joined persons, and of accounts that are
 * merged, excluded, suspended and deleted.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectConsistent, type Holding } from './group-consistency.testing.ts';
import { createGroupBed, type GroupBed } from './group-purchases.testing.ts';
import {
  beginHistory,
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

const who = fc.nat(3);
const order = fc.nat(5);
const group = fc.nat(2);
const hasCoupon = fc.boolean();
const doing = <Do extends GroupStep['do']>(...what: Do[]) => fc.constantFrom(...what);
const step: fc.Arbitrary<GroupStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: doing('start'),
      who,
      parts: fc.integer({ min: 2, max: 3 }),
      cotas: fc.integer({ min: 1, max: 5 }),
      hasCoupon,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: doing('take'), who, group, part: fc.integer({ min: 1, max: 3 }), hasCoupon }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: doing('order'), who, cotas: fc.integer({ min: 1, max: 6 }), hasCoupon }),
  },
  { weight: 2, arbitrary: fc.record({ do: doing('press again'), order }) },
  { weight: 8, arbitrary: fc.record({ do: doing('pay'), order }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: doing('cancel', 'cancel', 'cancel', 'refund', 'charge back', 'restore', 'return one'),
      order,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: doing('give'), order, cotas: fc.integer({ min: 1, max: 4 }), who }),
  },
  { weight: 1, arbitrary: fc.record({ do: doing('end'), group }) },
  { weight: 1, arbitrary: fc.record({ do: doing('deadlines', 'merge') }) },
  { weight: 1, arbitrary: fc.record({ do: doing('join'), who }) },
  { weight: 1, arbitrary: fc.record({ do: doing('exclude', 'suspend', 'delete', 'delete'), who }) },
);
/** Sometimes two concurrent steps. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { minLength: 15, maxLength: 35 });

/** Two persons with the most cotas are joined, leave their unpaid orders, and pay them late. */
const latePaymentsAfterJoin: GroupStep[][] = [
  [{ do: 'order', who: 2, cotas: 6, hasCoupon: false }],
  [{ do: 'order', who: 2, cotas: 6, hasCoupon: true }],
  [{ do: 'order', who: 3, cotas: 6, hasCoupon: true }],
  [{ do: 'join', who: 2 }],
  [{ do: 'cancel', order: 1 }],
  [{ do: 'cancel', order: 2 }],
  [{ do: 'pay', order: 0 }],
  [{ do: 'pay', order: 1 }],
  [{ do: 'pay', order: 2 }],
];

/** The request of an order that was given up is repeated by another tab; then its payment arrives. */
const pressedAgain: GroupStep[][] = [
  [{ do: 'order', who: 2, cotas: 2, hasCoupon: true }],
  [{ do: 'cancel', order: 0 }],
  [{ do: 'press again', order: 0 }],
  [{ do: 'pay', order: 0 }],
];

test('books, shares, coupons, limits and group pages agree in any sequence', async () => {
  expect.hasAssertions();
  await fc.assert(
    fc.asyncProperty(history, async (moments) => {
      const taken = await beginHistory(bed);
      let before: Holding[] = [];
      try {
        for (const moment of moments) {
          await Promise.all(moment.map((one) => takeStep(bed, taken, one)));
          const holdings = await expectConsistent(bed, taken);
          expectWithinLimits(moment, before, holdings, taken.accounts[0]);
          before = holdings;
        }
      } finally {
        bed.clock.advance(-taken.advanced);
      }
    }),
    // Each run takes a second: shrinking a failure would take minutes.
    {
      numRuns: 2 + Number(process.env.MODEL_RUNS ?? 15),
      examples: [[latePaymentsAfterJoin], [pressedAgain]],
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
  if (moment.some((one) => ['join', 'merge', 'restore'].includes(one.do))) return;
  for (const { personId, cotas, spentCentavos, couponUses } of now) {
    const none = { cotas: 0, spentCentavos: 0, couponUses: 0 };
    const was = before.find((one) => one.personId === personId) ?? none;
    expect(couponUses).toBeLessThanOrEqual(Math.max(1, was.couponUses));
    const mostCentavos = personId === limited ? MONTHLY_CENTAVOS : Infinity;
    expect(cotas).toBeLessThanOrEqual(Math.max(MAX_PER_PERSON, was.cotas));
    expect(spentCentavos).toBeLessThanOrEqual(Math.max(mostCentavos, was.spentCentavos));
  }
}
