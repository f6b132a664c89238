import { expect, test } from 'vitest';
import { decisionAtEnding, decisionOnSale, type RifaOnSale } from './rifa-decisions.ts';

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.UTC(2026, 10, 2) + hours * HOUR);
const selling: RifaOnSale = {
  pausedAt: null,
  salesEndAt: at(100),
  soldNumbers: 30,
  totalNumbers: 100,
  policy: 'refund',
  minPercent: 50,
  postponements: 0,
};

test('requires a decision before low sales refund every buyer', () => {
  expect(decisionOnSale(selling, at(20))).toBeNull();
  const input = { kind: 'few_sales', policy: 'refund', minPercent: 50, until: at(100) };
  expect(decisionOnSale(selling, at(30))).toEqual(input);
  expect(decisionOnSale({ ...selling, soldNumbers: 50 }, at(30))).toBeNull();
  expect(decisionOnSale({ ...selling, policy: 'draw' }, at(30))).toBeNull();
  expect(decisionOnSale({ ...selling, policy: 'postpone', postponements: 2 }, at(30))).toBeNull();
});

test('requires a decision about paused sales', () => {
  expect(decisionOnSale({ ...selling, pausedAt: at(1) }, at(2))).toEqual({ kind: 'paused', since: at(1) });
});

test('lists a late step of the ending before a waiting one', () => {
  const facts: Parameters<typeof decisionAtEnding>[0] = {
    status: 'completed',
    salesEndAt: at(1),
    closedAt: at(1),
    pendingOrders: 0,
    frozenAt: at(1),
    sealedAt: at(1),
    drawDate: at(2),
    hasRun: true,
    result: 'confirmed',
    resultEffectiveAt: null,
    drawnAt: at(3),
    winners: [{ state: 'open', claimUntil: at(900), wasContacted: false, hasPublicPhoto: false }],
    reportExportedAt: null,
    booksClosedAt: null,
  };
  expect(decisionAtEnding(facts, at(4))).toMatchObject({ step: 'winner_contacted', isLate: false });
  expect(decisionAtEnding(facts, at(80))).toMatchObject({ step: 'winner_contacted', isLate: true });
  const contacted = { ...facts, winners: [{ ...facts.winners[0]!, wasContacted: true }] };
  expect(decisionAtEnding(contacted, at(80))).toMatchObject({ step: 'prize_delivered', isLate: false });
  expect(decisionAtEnding(contacted, at(901))).toMatchObject({ step: 'prize_delivered', isLate: true });
  expect(decisionAtEnding({ ...facts, status: 'active', drawnAt: null }, at(0))).toBeNull();
});
