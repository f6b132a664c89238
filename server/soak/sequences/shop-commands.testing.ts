/** Commands of the sequence tests over the whole shop: by buyers, gift recipients, admins and the payment provider. */
import fc from 'fast-check';

export const RIFAS = 3;

const rifa = fc.nat(RIFAS - 1);
/** Index among the latest orders; 0 is the newest. Older ones are rarely interesting. */
const order = fc.nat(7);
const stand = fc.nat(2);

export const command = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      rifas: fc.uniqueArray(rifa, { minLength: 1, maxLength: 2 }),
      cotas: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pay-twice' as const),
      rifa,
      cotas: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('start-group' as const),
      rifa,
      parts: fc.integer({ min: 2, max: 4 }),
      cotas: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('take-part' as const), group: fc.nat(3), part: fc.nat(2) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end-group' as const), group: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('set-aside' as const),
      rifa,
      cotas: fc.integer({ min: 2, max: 12 }),
      hours: fc.constantFrom(1, 4),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('sell-offline' as const),
      stand,
      cotas: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('send-sales' as const),
      stand,
      isRepeated: fc.boolean(),
      isReversed: fc.boolean(),
      copies: fc.constantFrom(1, 2),
      isResponseReceived: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('give-back' as const), stand, isByAdmin: fc.boolean() }),
  },
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('pay' as const), order, late: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(5, 16, 1_440) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), order }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), order, rifa }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('give' as const),
      order,
      cotas: fc.integer({ min: 1, max: 6 }),
      claims: fc.nat(2),
      isCancelled: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('dispute' as const),
      order,
      to: fc.constantFrom(
        'charge_back',
        'win_dispute',
        'lose_charge_back',
        'mediation',
        'reverse_charge_back',
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), rifa }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('freeze' as const), rifa }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), order }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('exclude' as const), order }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('merge' as const), order, into: order }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('provider' as const),
      dropped: fc.constantFrom(0, 0.5, 1),
      copies: fc.constantFrom(1, 3),
      errors: fc.constantFrom(0, 0.1),
    }),
  },
);
export type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;
