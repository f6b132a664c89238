/**
 * Random histories of disputes: opened, lost, won, reversed and opened again, with refunds, gifts, group purchases,
 * commissions, cotas premiadas, cash, cancelled and drawn rifas. After each step every view of the orders agrees with
 * their payments.
 * DISPUTES sets the number of sequences, DISPUTE_SEED repeats them.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFaultyMessages, readMessages } from './views/message-views.testing.ts';
import { createDisputeShop } from './dispute-shop.testing.ts';
import { createDisputeHistory, type InstantPrizesAt } from './dispute-history.testing.ts';
import { type BankStep, type DisputeStep, takeDisputeStep } from './dispute-steps.testing.ts';
import { findContradictions } from './views/find-contradictions.testing.ts';
import { readTruth } from './views/order-truth.testing.ts';

const SEQUENCES = Number(process.env.DISPUTES ?? 3);

/** Mostly the same two, so that a dispute of an order is often opened again. */
const order = fc.constantFrom(0, 0, 0, 1, 1, 1, 2, 3, 4);
const rifa = fc.nat(1);
const gift = fc.nat(3);
const disputeStep: fc.Arbitrary<DisputeStep> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('bank' as const),
      order,
      to: fc.constantFrom<readonly BankStep[]>(
        ['mediation'],
        ['charge_back'],
        ['win_dispute'],
        ['lose_charge_back'],
        ['charge_back', 'lose_charge_back'],
        ['charge_back', 'lose_charge_back'],
        ['reverse_charge_back'],
        ['reverse_charge_back'],
        ['reverse_charge_back'],
      ),
      isJobLate: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      order,
      how: fc.constantFrom('amount' as const, 'rifa' as const, 'withdrawal' as const),
      rifa,
    }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'send refunds' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('give' as const),
      order,
      cotas: fc.integer({ min: 1, max: 2 }),
      isClaimed: fc.constantFrom(true, true, false),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('claim' as const, 'withdraw gift' as const), gift }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('freeze' as const), rifa }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), rifa: fc.constantFrom(0, 1, 1) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'draw' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('payout' as const),
      to: fc.constantFrom('collect' as const, 'approve' as const, 'pay' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'round' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('hand over' as const, 'undo hand-over' as const) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('deliver' as const), position: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('buy' as const), cotas: fc.integer({ min: 1, max: 2 }) }),
  },
);

const instantPrizes = fc.constantFrom<InstantPrizesAt>('never', 'first', 'first', 'later');

const isJobLate = (step: DisputeStep | undefined) => step?.do === 'bank' && step.isJobLate;
const bank = (orderIndex: number, ...to: BankStep[]): DisputeStep => ({
  do: 'bank',
  order: orderIndex,
  to,
  isJobLate: false,
});
const lose = (orderIndex: number) => bank(orderIndex, 'charge_back', 'lose_charge_back');
const give: DisputeStep = { do: 'give', order: 0, cotas: 2, isClaimed: true };
const freeze = (rifaIndex: number): DisputeStep => ({ do: 'freeze', rifa: rifaIndex });

/** Histories that random sequences seldom reach. */
const EXAMPLES: DisputeStep[][] = [
  // Cotas that were given away are lost after the freeze, and won back before the draw.
  [
    give,
    freeze(0),
    lose(0),
    bank(0, 'reverse_charge_back'),
    { do: 'draw' },
    lose(0),
    bank(0, 'reverse_charge_back'),
  ],
  // Given cotas of a cancelled rifa go back, and the rest of the order stays.
  [
    { do: 'give', order: 1, cotas: 1, isClaimed: true },
    { do: 'cancel', rifa: 0 },
    { do: 'send refunds' },
    lose(1),
    bank(1, 'reverse_charge_back'),
  ],
  // The list leaves out disputed cotas.
  [give, bank(0, 'mediation'), freeze(0), bank(0, 'win_dispute'), { do: 'draw' }, lose(0)],
  // The numbers are sold again before the bank reverses the charge-back.
  [lose(0), { do: 'buy', cotas: 3 }, bank(0, 'reverse_charge_back'), { do: 'send refunds' }],
  // Rifas are cancelled during the dispute, and their refund waits for its end.
  [
    bank(1, 'mediation'),
    { do: 'cancel', rifa: 1 },
    { do: 'cancel', rifa: 0 },
    bank(1, 'win_dispute'),
    { do: 'send refunds' },
  ],
  // A refund that waits for the dispute is made once it is won; the next dispute takes the rest.
  [
    { do: 'refund', order: 1, how: 'rifa', rifa: 1 },
    bank(1, 'mediation'),
    { do: 'send refunds' },
    bank(1, 'win_dispute'),
    { do: 'send refunds' },
    lose(1),
    bank(1, 'reverse_charge_back'),
    { do: 'refund', order: 1, how: 'withdrawal', rifa: 0 },
    { do: 'send refunds' },
  ],
  // Commissions under approval, approved and paid.
  [
    bank(0, 'mediation'),
    { do: 'payout', to: 'collect' },
    bank(0, 'win_dispute'),
    { do: 'payout', to: 'approve' },
    lose(1),
    { do: 'payout', to: 'pay' },
    bank(1, 'reverse_charge_back'),
    lose(0),
  ],
  // The cash of a refund is handed over, by mistake, and again.
  [
    { do: 'refund', order: 4, how: 'amount', rifa: 1 },
    { do: 'hand over' },
    { do: 'undo hand-over' },
    { do: 'payout', to: 'collect' },
    { do: 'hand over' },
    { do: 'refund', order: 4, how: 'rifa', rifa: 1 },
    { do: 'hand over' },
    { do: 'undo hand-over' },
  ],
  // Both parts of a group purchase, disputed one after the other.
  [
    bank(3, 'mediation'),
    bank(2, 'mediation'),
    lose(3),
    bank(3, 'reverse_charge_back'),
    lose(2),
    freeze(0),
    bank(2, 'reverse_charge_back'),
    { do: 'send refunds' },
  ],
];

const deliver = (position: number): DisputeStep => ({ do: 'deliver', position });

/** The same with cotas premiadas, whose numbers are random. */
const PRIZE_EXAMPLES: [DisputeStep[], InstantPrizesAt][] = [
  // Prizes on hold, of cotas that the list leaves out; delivered, and lost afterwards.
  [
    [
      bank(0, 'mediation'),
      bank(1, 'mediation'),
      deliver(0),
      freeze(0),
      bank(0, 'win_dispute'),
      bank(1, 'win_dispute'),
      deliver(1),
      deliver(2),
      lose(0),
      lose(1),
      bank(0, 'reverse_charge_back'),
    ],
    'first',
  ],
  // The list is frozen before the beacon's round, which passes during a dispute.
  [
    [freeze(0), bank(0, 'mediation'), bank(1, 'mediation'), { do: 'round' }, lose(0), bank(1, 'win_dispute')],
    'later',
  ],
];

// @covers beyond: pages of buyers and recipients, lists, ledger, commissions, panel and messages agree at each step of a
//   dispute [server/payments/settlement/update-settled-order.ts, server/payments/settlement/reverse-charge-back.ts]
test(
  'pages, lists, ledger, panel and messages agree at each step of a dispute',
  { timeout: (EXAMPLES.length + PRIZE_EXAMPLES.length + SEQUENCES) * 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(disputeStep, { minLength: 15, maxLength: 30 }),
        instantPrizes,
        async (steps, at) => {
          const shop = await createDisputeShop();
          try {
            const history = await createDisputeHistory(shop, at);
            await shop.runJobs();
            let before = await readTruth(shop, history);
            for (const [index, step] of steps.entries()) {
              const earlierMessages = await readMessages(shop, history);
              await takeDisputeStep(shop, history, step);
              if (isJobLate(step)) continue;
              await shop.runJobs();
              const after = await readTruth(shop, history);
              const isSingle = !isJobLate(steps[index - 1]);
              const sent = (await readMessages(shop, history)).slice(earlierMessages.length);
              const faults = [
                ...(await findContradictions(shop, history)),
                ...findFaultyMessages(sent, { before: isSingle ? before : null, after }),
              ];
              const soFar = JSON.stringify([at, ...steps.slice(0, index + 1)]);
              expect({ soFar, faults }).toEqual({ soFar, faults: [] });
              before = after;
            }
          } finally {
            await shop.close();
          }
        },
      ),
      {
        numRuns: EXAMPLES.length + PRIZE_EXAMPLES.length + SEQUENCES,
        examples: [
          ...EXAMPLES.map((example): (typeof PRIZE_EXAMPLES)[number] => [example, 'never']),
          ...PRIZE_EXAMPLES,
        ],
        endOnFailure: true,
        ...(process.env.DISPUTE_SEED && { seed: Number(process.env.DISPUTE_SEED) }),
      },
    );
  },
);
