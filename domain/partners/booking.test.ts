import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Booking, type BookingAction, type BookingSide, changeBooking } from './booking.ts';

const now = new Date('2026-11-01T12:00:00Z');
const expiresAt = new Date('2026-12-01T12:00:00Z');
const day = (daysFromNow: number) => new Date(now.getTime() + daysFromNow * 86_400_000).toISOString();
const as = (by: BookingSide, booking: Booking | null, action: BookingAction) =>
  changeBooking(booking, action, { by, now, expiresAt });
const proposed = (by: BookingSide): Booking => ({
  state: 'proposed',
  by,
  dates: [day(2), day(3)],
  bookedFor: null,
});
const booked: Booking = { ...proposed('partner'), state: 'booked', bookedFor: day(2) };

// @covers beyond: winner and partner agree on a date for a service: proposed, accepted, cancelled, reminded
//   [domain/partners/booking.ts, server/partners/bookings/change-voucher-booking.ts]
test('the winner proposes, and the partner accepts one of the dates', () => {
  const first = as('winner', null, { kind: 'propose', dates: [day(3), day(2), day(3)] });
  expect(first).toEqual({ ok: true, booking: proposed('winner') });
  expect(as('partner', proposed('winner'), { kind: 'accept', date: day(3) })).toEqual({
    ok: true,
    booking: { state: 'booked', by: 'partner', dates: [day(2), day(3)], bookedFor: day(3) },
  });
});

const STATE = { ok: false, code: 'STATE' };
const DATES = { ok: false, code: 'DATES' };
test.each<[string, BookingSide, Booking | null, BookingAction, object]>([
  ['a first proposal of the partner', 'partner', null, { kind: 'propose', dates: [day(1)] }, STATE],
  ['a proposal over an agreed date', 'winner', booked, { kind: 'propose', dates: [day(1)] }, STATE],
  ['no date', 'winner', null, { kind: 'propose', dates: [] }, DATES],
  ['four dates', 'winner', null, { kind: 'propose', dates: [1, 2, 3, 4].map(day) }, DATES],
  ['a date that has passed', 'winner', null, { kind: 'propose', dates: [day(0)] }, DATES],
  ['a date after the voucher', 'winner', null, { kind: 'propose', dates: [day(31)] }, DATES],
  ['accepting one’s proposal', 'winner', proposed('winner'), { kind: 'accept', date: day(2) }, STATE],
  ['accepting another date', 'partner', proposed('winner'), { kind: 'accept', date: day(4) }, DATES],
  ['accepting twice', 'winner', booked, { kind: 'accept', date: day(2) }, STATE],
  ['cancelling nothing', 'winner', null, { kind: 'cancel' }, STATE],
  ['cancelling a past date', 'winner', { ...booked, bookedFor: day(0) }, { kind: 'cancel' }, STATE],
])('rejects %s', (_, by, booking, action, result) => {
  expect(as(by, booking, action)).toEqual(result);
});

test('accepts a new proposal after the agreed date has passed', () => {
  const missed = { ...booked, bookedFor: day(0) };
  expect(as('winner', missed, { kind: 'propose', dates: [day(4)] })).toMatchObject({ ok: true });
});

test.each<BookingSide>(['winner', 'partner'])('%s cancels, and either proposes again', (by) => {
  const cancelled = as(by, booked, { kind: 'cancel' });
  expect(cancelled).toEqual({ ok: true, booking: { state: 'cancelled', by, dates: [], bookedFor: null } });
  expect(
    as('partner', { ...booked, state: 'cancelled', bookedFor: null }, { kind: 'propose', dates: [day(5)] }),
  ).toMatchObject({
    ok: true,
  });
});

const side = fc.constantFrom<BookingSide>('winner', 'partner');
const anyDay = fc.integer({ min: -2, max: 33 }).map(day);
const action = fc.oneof(
  fc.record({ kind: fc.constant('propose' as const), dates: fc.array(anyDay, { maxLength: 5 }) }),
  fc.record({ kind: fc.constant('accept' as const), date: anyDay }),
  fc.record({ kind: fc.constant('cancel' as const) }),
);
test('agrees only on a date that both sides chose, in any sequence', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(side, action), { maxLength: 20 }), (steps) => {
      let booking: Booking | null = null;
      for (const [by, nextAction] of steps) {
        const before: Booking | null = booking;
        const result = as(by, before, nextAction);
        if (!result.ok) continue;
        ({ booking } = result);
        const isBooked = booking.state === 'booked';
        expect(booking.bookedFor !== null).toBe(isBooked);
        const isChosenByBoth = before?.by !== by && before?.dates.includes(booking.bookedFor ?? '') === true;
        expect(!isBooked || isChosenByBoth).toBe(true);
      }
    }),
  );
});
