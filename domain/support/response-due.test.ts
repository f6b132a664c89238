import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PRIORITIES, responseDue, type TicketPriority } from './response-due.ts';

/** Monday 16 to Sunday 22 November 2026, in Maceió. */
const at = (day: number, time: string) => new Date(`2026-11-${day}T${time}:00-03:00`);

test.each<[string, TicketPriority, Date, Date]>([
  ['during a weekday', 'normal', at(16, '10:00'), at(16, '12:00')],
  ['due at closing time', 'normal', at(16, '16:00'), at(16, '18:00')],
  ['overnight', 'normal', at(16, '17:00'), at(17, '10:00')],
  ['before opening', 'normal', at(16, '07:30'), at(16, '11:00')],
  ['after closing', 'normal', at(16, '22:15'), at(17, '11:00')],
  ['from Friday into Saturday', 'normal', at(20, '17:30'), at(21, '10:30')],
  ['from Saturday over Sunday', 'normal', at(21, '13:00'), at(23, '10:00')],
  ['on a Sunday', 'normal', at(22, '12:00'), at(23, '11:00')],
  ['urgent priority', 'urgent', at(16, '10:00'), at(16, '10:30')],
  ['high priority', 'high', at(16, '10:00'), at(16, '11:00')],
  ['low priority', 'low', at(16, '10:00'), at(16, '12:00')],
  ['low priority, over a weekend', 'low', at(21, '13:30'), at(23, '10:30')],
  ['late at night, already the next day in UTC', 'urgent', at(18, '23:30'), at(19, '09:30')],
])('%s (%s)', (_, priority, opened, due) => {
  expect(responseDue(opened, priority)).toEqual(due);
});

test('answers are due within opening hours, and earlier for higher priorities', () => {
  const moment = fc.date({ min: at(10, '00:00'), max: new Date('2030-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moment, (opened) => {
      const order: TicketPriority[] = ['urgent', 'high', 'normal', 'low'];
      const dues = order.map((priority) => responseDue(opened, priority).getTime());
      expect(dues).toEqual(dues.toSorted((a, b) => a - b));
      expect(dues[0]).toBeGreaterThanOrEqual(opened.getTime() + PRIORITIES.urgent.responseHours * 3_600_000);
      for (const due of dues) {
        const local = new Date(due - 3 * 3_600_000);
        const hour = local.getUTCHours() + local.getUTCMinutes() / 60;
        expect(local.getUTCDay()).not.toBe(0);
        expect(hour).toBeGreaterThanOrEqual(9);
        expect(hour).toBeLessThanOrEqual(18);
      }
    }),
  );
});

// @covers community 9: due time of tickets: within 2 hours of open desk, whatever its priority
//   [domain/support/response-due.ts]
test('no priority waits longer than the promised two opening hours', () => {
  expect(Math.max(...Object.values(PRIORITIES).map(({ responseHours }) => responseHours))).toBe(2);
});
