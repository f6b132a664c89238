import { expect, test } from 'vitest';
import { continuesTicket, whatsAppOpenUntil, whatsAppPhone } from './whatsapp-window.ts';

const NOON = new Date('2026-11-16T15:00:00Z');
const hoursLater = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);

test('allows free text for 24 hours after a message', () => {
  expect(whatsAppOpenUntil(NOON)).toEqual(hoursLater(24));
  expect(whatsAppOpenUntil(null)).toBeNull();
});

test('adds a message to an open ticket, or to one resolved less than a day ago', () => {
  for (const status of ['open', 'in_progress', 'escalated'] as const)
    expect(continuesTicket({ status, resolvedAt: null }, hoursLater(999))).toBe(true);
  expect(continuesTicket({ status: 'resolved', resolvedAt: NOON }, hoursLater(23.9))).toBe(true);
  expect(continuesTicket({ status: 'resolved', resolvedAt: NOON }, hoursLater(24))).toBe(false);
  expect(continuesTicket({ status: 'closed', resolvedAt: NOON }, NOON)).toBe(false);
});

test.each([
  ['5582999991234', '5582999991234'],
  ['558299991234', '5582999991234'],
  ['558233334444', '558233334444'],
  ['14155550123', '14155550123'],
])('reads the sender %s as %s', (sender, phone) => {
  expect(whatsAppPhone(sender)).toBe(phone);
});
