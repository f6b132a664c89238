import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PRIZE_STATES } from '../../draws/prizes/prize-state.ts';
import { type EndingFacts, ENDING_STEPS, endingSteps } from './ending-steps.ts';

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.UTC(2026, 10, 2) + hours * HOUR);

const selling: EndingFacts = {
  status: 'active',
  salesEndAt: at(21),
  closedAt: null,
  pendingOrders: 0,
  frozenAt: null,
  sealedAt: null,
  drawDate: at(22),
  hasRun: false,
  result: 'none',
  resultEffectiveAt: null,
  drawnAt: null,
  winners: [],
  reportExportedAt: null,
  booksClosedAt: null,
};
const drawn: EndingFacts = {
  ...selling,
  status: 'completed',
  closedAt: at(21),
  frozenAt: at(21.1),
  sealedAt: at(21.2),
  hasRun: true,
  result: 'confirmed',
  drawnAt: at(23),
  winners: [{ state: 'open', claimUntil: at(23 + 24 * 30), wasContacted: false, hasPublicPhoto: false }],
};
const winner = drawn.winners[0]!;
const stepOf = (facts: EndingFacts, id: (typeof ENDING_STEPS)[number], now: Date) =>
  endingSteps(facts, now).find((step) => step.id === id)!;

test('names the first open step, who must act and by when', () => {
  expect(stepOf(selling, 'sales_end', at(1))).toMatchObject({
    state: 'waiting',
    waitsFor: 'program',
    until: at(21),
  });
  expect(stepOf(selling, 'list_frozen', at(1))).toMatchObject({ state: 'later', waitsFor: null });
  const closed: EndingFacts = { ...selling, status: 'closed', closedAt: at(21), pendingOrders: 3 };
  expect(stepOf(closed, 'list_frozen', at(21))).toMatchObject({ waitsFor: 'buyers', missing: 3 });
});

test('assigns a missing result to the team once every source is late', () => {
  const sealed: EndingFacts = {
    ...selling,
    status: 'closed',
    frozenAt: at(21),
    sealedAt: at(21),
    hasRun: true,
  };
  expect(stepOf(sealed, 'result', at(23))).toMatchObject({ state: 'waiting', waitsFor: 'team' });
  expect(stepOf(sealed, 'result', at(26))).toMatchObject({ state: 'late', waitsFor: 'team' });
  const official: EndingFacts = { ...sealed, result: 'pending' };
  expect(stepOf(official, 'second_person', at(26))).toMatchObject({ waitsFor: 'team', until: null });
  const typed: EndingFacts = { ...sealed, result: 'pending', resultEffectiveAt: at(47) };
  expect(stepOf(typed, 'second_person', at(26))).toMatchObject({ waitsFor: 'second_person', until: at(47) });
});

test('calls the lottery late once it had the time to publish', () => {
  const sealed: EndingFacts = { ...selling, status: 'closed', frozenAt: at(21), sealedAt: at(21) };
  expect(stepOf(sealed, 'extraction', at(22.9))).toMatchObject({ state: 'waiting', until: at(22) });
  expect(stepOf(sealed, 'extraction', at(23.1)).state).toBe('late');
});

test('assigns a missing seal to the team once the list is frozen', () => {
  const frozen: EndingFacts = { ...selling, status: 'closed', closedAt: at(10), frozenAt: at(10) };
  expect(stepOf(frozen, 'sealed', at(20))).toMatchObject({ state: 'waiting', waitsFor: 'program' });
  expect(stepOf(frozen, 'sealed', at(21.1))).toMatchObject({ state: 'waiting', waitsFor: 'program' });
  expect(stepOf(frozen, 'sealed', at(21.5))).toMatchObject({ state: 'waiting', waitsFor: 'team' });
});

test('opens contact, delivery, photo and report after the draw, and the books last', () => {
  const open = endingSteps(drawn, at(24)).filter(({ state }) => state === 'waiting');
  expect(open.map(({ id }) => id)).toEqual([
    'winner_contacted',
    'prize_delivered',
    'winner_published',
    'report_exported',
  ]);
  expect(stepOf(drawn, 'winner_contacted', at(23 + 73)).state).toBe('late');
  const delivered: EndingFacts = {
    ...drawn,
    winners: [{ ...winner, state: 'delivered', wasContacted: true }],
    reportExportedAt: at(50),
  };
  // A winner may refuse a photo: the books do not wait for it.
  expect(stepOf(delivered, 'winner_published', at(60))).toMatchObject({
    state: 'waiting',
    waitsFor: 'winner',
  });
  expect(stepOf(delivered, 'books_closed', at(60)).state).toBe('waiting');
});

test('skips steps that need a winner if there is none; a cancelled rifa has no checklist', () => {
  expect(stepOf({ ...drawn, winners: [] }, 'prize_delivered', at(24)).state).toBe('skipped');
  expect(endingSteps({ ...drawn, status: 'cancelled' }, at(24))).toEqual([]);
});

const moment = fc.integer({ min: 0, max: 2000 }).map(at);
const facts: fc.Arbitrary<EndingFacts> = fc.record({
  status: fc.constantFrom('active', 'closed', 'completed'),
  salesEndAt: moment,
  closedAt: fc.option(moment),
  pendingOrders: fc.nat(5),
  frozenAt: fc.option(moment),
  sealedAt: fc.option(moment),
  drawDate: moment,
  hasRun: fc.boolean(),
  result: fc.constantFrom('none', 'pending', 'confirmed'),
  resultEffectiveAt: fc.option(moment),
  drawnAt: fc.option(moment),
  winners: fc.array(
    fc.record({
      state: fc.constantFrom(...PRIZE_STATES),
      claimUntil: moment,
      wasContacted: fc.boolean(),
      hasPublicPhoto: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  reportExportedAt: fc.option(moment),
  booksClosedAt: fc.option(moment),
});

test('has every step once, and names who must act on each open step', () => {
  fc.assert(
    fc.property(facts, moment, (known, now) => {
      const steps = endingSteps(known, now);
      expect(steps.map(({ id }) => id)).toEqual([...ENDING_STEPS]);
      for (const { state, waitsFor, until } of steps) {
        expect(waitsFor !== null).toBe(state === 'waiting' || state === 'late');
        expect(state !== 'late' || until! < now).toBe(true);
      }
      // A step is open until the books are closed.
      const isClosed = steps.every(({ state }) => state === 'done' || state === 'skipped');
      expect(isClosed || steps.some(({ waitsFor }) => waitsFor !== null)).toBe(true);
    }),
  );
});
