import { expect, test } from 'vitest';
import {
  afterWrongPin,
  AFTER_UNDO_MS,
  expiryAfterUndo,
  judgeRedemption,
  makeVoucherPin,
  PIN_ATTEMPTS,
  PIN_LOCK_MS,
  type RedeemableVoucher,
  undoEndsAt,
} from './redemption.ts';

const now = new Date('2026-11-16T13:00:00Z');
const before = new Date('2026-11-10T13:00:00Z');
const attempt = { partnerId: 'spa', pin: '1234', now };
const voucher = (changes: Partial<RedeemableVoucher> = {}): RedeemableVoucher => ({
  partnerId: 'spa',
  status: 'pending',
  pin: '1234',
  pinFailures: 0,
  pinLockedUntil: null,
  expiresAt: new Date('2026-12-16T13:00:00Z'),
  validatedAt: null,
  ...changes,
});

test('accepts the PIN of the winner', () => expect(judgeRedemption(voucher(), attempt)).toBeNull());

test.each([
  [null, { reason: 'unknown' }],
  [voucher({ partnerId: 'cafe', pin: '9999' }), { reason: 'other_partner', attemptsLeft: null }],
  [voucher({ status: 'validated', validatedAt: before }), { reason: 'used', at: before }],
  [voucher({ expiresAt: now }), { reason: 'expired', at: now }],
  [voucher({ status: 'expired', expiresAt: before }), { reason: 'expired', at: before }],
])('explains why a voucher cannot be redeemed: %#', (stored, rejection) => {
  expect(judgeRedemption(stored, attempt)).toMatchObject(rejection);
});

test('after five wrong PINs in a row rejects the right one too', () => {
  let state = voucher({ pin: '0000' });
  const reasons = Array.from({ length: PIN_ATTEMPTS }, () => {
    const rejection = judgeRedemption(state, attempt);
    state = { ...state, ...afterWrongPin(state, now) };
    return [rejection?.reason, rejection?.attemptsLeft];
  });
  expect(reasons).toEqual([
    ['wrong_pin', 4],
    ['wrong_pin', 3],
    ['wrong_pin', 2],
    ['wrong_pin', 1],
    ['locked', null],
  ]);
  expect(judgeRedemption(state, { ...attempt, pin: '0000' })).toMatchObject({ reason: 'locked' });
  const later = new Date(now.getTime() + PIN_LOCK_MS);
  expect(judgeRedemption(state, { ...attempt, pin: '0000', now: later })).toBeNull();
});

test('a lock ends on the full minute that is shown', () => {
  const { pinLockedUntil } = afterWrongPin(
    voucher({ pinFailures: PIN_ATTEMPTS - 1 }),
    new Date('2026-11-16T13:00:42Z'),
  );
  expect(pinLockedUntil).toEqual(new Date('2026-11-16T13:16:00Z'));
});

test('makes PINs of four uniformly distributed digits', () => {
  let next = 0;
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => next++ % 256);
  const counts = new Map<string, number>();
  for (let run = 0; run < 2_000; run++)
    for (const digit of makeVoucherPin(bytes)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  expect([...counts.keys()].toSorted()).toEqual('0123456789'.split(''));
  const sizes = [...counts.values()];
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(400);
});

test('a redemption can be undone for ten minutes', () => {
  expect(undoEndsAt({ status: 'validated', validatedAt: now })).toEqual(new Date('2026-11-16T13:10:00Z'));
  expect(undoEndsAt({ status: 'pending', validatedAt: null })).toBeNull();
});

test('an undo leaves the winner at least one day', () => {
  const inAMonth = new Date('2026-12-16T13:00:00Z');
  expect(expiryAfterUndo(inAMonth, now)).toEqual(inAMonth);
  expect(expiryAfterUndo(before, now)).toEqual(new Date(now.getTime() + AFTER_UNDO_MS));
});
