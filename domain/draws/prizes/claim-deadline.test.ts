import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AFTER_WAIT_DAYS, afterWait, DAY_MS, endOfDeadlineDay } from './claim-deadline.ts';

const at = (days: number) => new Date(Date.UTC(2027, 0, 1) + days * DAY_MS);
const day = fc.double({ min: 0, max: 400, noNaN: true });

test('adds the wait to the deadline, with at least seven days left', () => {
  const wait = { since: at(10), until: at(25) };
  expect(afterWait({ deadline: at(30), waitedUntil: null }, wait)).toEqual({
    deadline: at(45),
    waitedUntil: at(25),
  });
  expect(
    afterWait({ deadline: at(11), waitedUntil: null }, { since: at(10), until: at(12) }).deadline,
  ).toEqual(at(12 + AFTER_WAIT_DAYS));
});

test('counts overlapping and repeated waits once', () => {
  fc.assert(
    fc.property(
      fc.tuple(day, day, day),
      fc.array(day, { maxLength: 6 }),
      ([deadline, a, b], partialWaits) => {
        const [since, until] = [at(Math.min(a, b)), at(Math.max(a, b))];
        const initial = { deadline: at(deadline + 30), waitedUntil: null };
        const once = afterWait(initial, { since, until });
        const within = partialWaits.map(at).filter((step) => step > since && step < until);
        const sorted = within.toSorted((first, second) => first.getTime() - second.getTime());
        const stepped = [...sorted, until, until, ...within].reduce(
          (state, step) => afterWait(state, { since, until: step }),
          initial as ReturnType<typeof afterWait> | typeof initial,
        );
        expect(stepped).toEqual(once);
        expect(afterWait(stepped, { since, until })).toEqual(stepped);
      },
    ),
  );
});

test('ends on the last second of its day in Brasília', () => {
  expect(endOfDeadlineDay(new Date('2027-01-05T12:00:00Z'))).toEqual(new Date('2027-01-06T02:59:59Z'));
  expect(endOfDeadlineDay(new Date('2027-01-06T02:59:59Z'))).toEqual(new Date('2027-01-06T02:59:59Z'));
});
