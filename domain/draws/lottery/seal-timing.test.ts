import { describe, expect, test } from 'vitest';
import { DEFAULT_LOTTERY_HOURS, extractionTime } from './lottery-hours.ts';
import { checkSealTiming, isArchiveFresh } from './seal-timing.ts';
import { standingOfTypedResult } from './typed-result.ts';

/** A Wednesday. */
const DAY = '2030-05-15';
const at = (time: string, date = DAY) => new Date(`${date}T${time}:00-03:00`);
const extractionAt = extractionTime(DAY, DEFAULT_LOTTERY_HOURS);

test('the extraction of a Wednesday runs at 19:00, of a Sunday at 11:00', () => {
  expect(extractionAt).toEqual(at('19:00'));
  expect(extractionTime('2030-05-19', DEFAULT_LOTTERY_HOURS)).toEqual(at('11:00', '2030-05-19'));
});

describe('a seal', () => {
  const archive = { latestNumber: 6, isFresh: true };
  const check = (number: number, now: Date, state = archive) =>
    checkSealTiming({ number, extractionAt }, state, now);

  test('is allowed until the hour of the extraction', () => {
    expect(check(7, at('18:59'))).toBeNull();
    expect(check(7, at('19:00'))).toBe('TOO_LATE');
  });

  test('is rejected for a number reported by any source, on any day', () => {
    expect(check(6, at('12:00'))).toBe('NUMBER_HAS_RUN');
    expect(check(5, at('12:00'))).toBe('NUMBER_HAS_RUN');
  });

  test('waits while the archive may lack an extraction', () => {
    expect(check(7, at('12:00'), { latestNumber: 6, isFresh: false })).toBe('ARCHIVE_STALE');
  });
});

describe('the archive', () => {
  const nextExpectedAt = extractionAt;

  test('is fresh while a source has answered within a day and no extraction is overdue', () => {
    expect(isArchiveFresh({ answeredAt: at('11:00'), nextExpectedAt }, at('12:00'))).toBe(true);
    expect(isArchiveFresh({ answeredAt: at('11:00', '2030-05-14'), nextExpectedAt }, at('12:00'))).toBe(
      false,
    );
    expect(
      isArchiveFresh({ answeredAt: at('08:00', '2030-05-16'), nextExpectedAt }, at('09:00', '2030-05-16')),
    ).toBe(false);
    expect(isArchiveFresh({ answeredAt: null, nextExpectedAt }, at('12:00'))).toBe(false);
  });
});

describe('a typed result', () => {
  const typed = ['31976', '14292', '30948', '96672', '68951'];
  const contradicting = ['31977', '14292', '30948', '96672', '68951'];

  test('decides nothing while the official source may still answer', () => {
    expect(standingOfTypedResult(typed, null, extractionAt, at('18:59', '2030-05-17'))).toBe('PREVIEW');
  });

  test('decides, with a mark, after 48 hours without an official result', () => {
    expect(standingOfTypedResult(typed, null, extractionAt, at('19:00', '2030-05-17'))).toBe('UNCONFIRMED');
  });

  test('is confirmed or contradicted by the official prizes at any time', () => {
    expect(standingOfTypedResult(typed, typed, extractionAt, at('19:30'))).toBe('CONFIRMED');
    expect(standingOfTypedResult(typed, contradicting, extractionAt, at('19:00', '2031-05-17'))).toBe(
      'CONTRADICTED',
    );
  });
});
