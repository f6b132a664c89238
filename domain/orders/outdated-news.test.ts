import { expect, test } from 'vitest';
import { isOutdatedNews } from './outdated-news.ts';
import { ORDER_STATES, type OrderStatus } from './order-state.ts';

const STATUSES = Object.keys(ORDER_STATES) as OrderStatus[];
const since = new Date('2030-05-15T12:00:00Z');

test.each([
  ['created', []],
  ['paid', ['refunded', 'charged_back']],
  ['cancelled', ['paid', 'refunded', 'charged_back']],
  ['disputeWon', ['refunded', 'charged_back']],
  ['chargedBack', ['paid']],
  ['refunded', []],
  ['partlyRefunded', []],
  ['paymentReturned', []],
] as const)('news that an order was %s are outdated once it is in another state', (kind, outdated) => {
  const found = STATUSES.filter((status) => isOutdatedNews({ kind }, { status, disputedAt: null }));
  expect(found.toSorted()).toEqual([...outdated].toSorted());
});

test('a decision outdates the news of a dispute, and a new dispute the news of a won one', () => {
  const disputed = { kind: 'disputed', disputedAt: since.toISOString() };
  expect(isOutdatedNews(disputed, { status: 'paid', disputedAt: since })).toBe(false);
  expect(isOutdatedNews(disputed, { status: 'paid', disputedAt: null })).toBe(true);
  expect(isOutdatedNews(disputed, { status: 'charged_back', disputedAt: since })).toBe(true);
  const won = { ...disputed, kind: 'disputeWon' };
  expect(isOutdatedNews(won, { status: 'paid', disputedAt: null })).toBe(false);
  expect(isOutdatedNews(won, { status: 'paid', disputedAt: since })).toBe(true);
});
