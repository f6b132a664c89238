import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findArchiveAnomalies } from './archive-anomalies.ts';
import { readArchiveFile } from './archive-file.ts';
import { findDecidingExtraction } from './declared-clause.ts';
import { addDays } from './extraction.ts';
import { comingExtractions, measureConfidence, usualWeekdays } from './lottery-schedule.ts';

const archive = readArchiveFile(
  readFileSync(join(import.meta.dirname, '../../../server/draws/archive/loteria-federal.csv'), 'utf8'),
)!.extractions;
const since = (date: string) => archive.filter((extraction) => extraction.date >= date);
const until = (date: string) => archive.filter((extraction) => extraction.date <= date);
const SATURDAY = 6;
const WEDNESDAY = 3;

describe('the archive file', () => {
  test('contains every extraction until 2024', () => {
    expect(archive).toHaveLength(5911);
    expect(archive.at(-1)).toEqual({
      number: 5929,
      date: '2024-12-28',
      prizes: ['31976', '14292', '30948', '96672', '68951'],
    });
  });

  test('reports the numbers that the lottery skipped', () => {
    const gaps = findArchiveAnomalies(archive.map((each) => ({ ...each, source: 'file' }))).filter(
      ({ kind }) => kind === 'NUMBER_GAP',
    );
    expect(gaps).toEqual([
      { kind: 'NUMBER_GAP', number: 5376, previous: 5366 },
      { kind: 'NUMBER_GAP', number: 5499, previous: 5489 },
    ]);
  });

  test('reports invalid lines', () => {
    const file = readArchiveFile(
      'concurso,data_iso,p1,p2,p3,p4,p5\n1,2024-01-03,1,2,3,4,5\nx,2024-01-03,1,2,3,4,5\n2,03/01/2024,1,2,3,4,5\n3,2024-01-06\n1,2024-01-10,1,2,3,4,5\n',
    )!;
    expect(file.extractions).toEqual([{ number: 1, date: '2024-01-03', prizes: null }]);
    expect(file.rejected).toEqual([
      { line: 3, reason: 'INVALID_NUMBER' },
      { line: 4, reason: 'INVALID_DATE' },
      { line: 5, reason: 'WRONG_FIELDS' },
      { line: 6, reason: 'DUPLICATE_NUMBER' },
    ]);
    expect(readArchiveFile('a,b\n1,2\n')).toBeNull();
  });
});

describe('the schedule', () => {
  test('follows changed weekdays', () => {
    expect(usualWeekdays(until('2024-12-28'))).toEqual(new Set([WEDNESDAY, SATURDAY]));
    expect(usualWeekdays(until('2020-09-19'))).toEqual(new Set([SATURDAY]));
  });

  test('measures how often its predictions were right', () => {
    const [next] = comingExtractions(archive, { announced: null, today: '2024-12-29', count: 4 });
    expect(next).toEqual({ number: 5930, date: '2025-01-01', announced: false, ahead: 1 });
    const [nextConfidence, , , fourthConfidence] = measureConfidence(archive, 4);
    expect(nextConfidence).toBeGreaterThan(0.8);
    expect(fourthConfidence).toBeLessThanOrEqual(nextConfidence!);
    expect(measureConfidence(archive.slice(0, 30), 1)).toEqual([null]);
  });

  test('prefers the announced contest to its own prediction', () => {
    const coming = comingExtractions(archive, {
      announced: { number: 5930, date: '2025-01-04' },
      today: '2024-12-29',
      count: 2,
    });
    expect(coming).toMatchObject([
      { number: 5930, date: '2025-01-04', announced: true },
      { number: 5931, date: '2025-01-08', announced: false },
    ]);
  });

  test('excludes past days', () => {
    const coming = comingExtractions(archive, { announced: null, today: '2025-02-01', count: 3 });
    expect(coming.map(({ date }) => date)).toEqual(['2025-02-01', '2025-02-05', '2025-02-08']);
  });
});

describe('the declared clause', () => {
  /** Seals the predicted next extraction on the day after each known one, then replays the lottery's real dates. */
  test('decides every prediction since 2019 by an extraction that ran after the seal', () => {
    const reasons = new Map<string, number>();
    const wrong: unknown[] = [];
    for (const latest of since('2019-01-01').slice(0, -20)) {
      const past = archive.slice(0, archive.indexOf(latest) + 1).slice(-200);
      const sealedOn = addDays(latest.date, 1);
      const [next] = comingExtractions(past, { announced: null, today: sealedOn, count: 1 });
      const sealed = { number: next!.number, date: next!.date, sealedOn };
      const deciding = decide(sealed);
      if (!deciding || deciding.extraction.date < sealedOn || deciding.extraction.number < sealed.number)
        wrong.push(sealed);
      else reasons.set(deciding.reason, (reasons.get(deciding.reason) ?? 0) + 1);
    }
    expect(wrong).toEqual([]);
    expect(reasons.get('AS_SEALED')).toBeGreaterThan(400);
    expect(reasons.get('NUMBER_SKIPPED')).toBeGreaterThan(0);
    expect(reasons.get('MOVED_LATER')).toBeGreaterThan(0);
    expect(reasons.get('MOVED_EARLIER')).toBeGreaterThan(0);
  });

  test('takes the number that follows a skipped one on the sealed day', () => {
    expect(decide({ number: 5490, date: '2020-09-23', sealedOn: '2020-09-20' })).toMatchObject({
      extraction: { number: 5499, date: '2020-09-23' },
      reason: 'NUMBER_SKIPPED',
    });
  });

  const sealed = { number: 7, date: '2030-05-15', sealedOn: '2030-05-14' };
  const prizes = ['11111', '22222', '33333', '44444', '55555'];

  test('never takes prizes that were known before the seal', () => {
    const known = [
      { number: 7, date: '2030-05-14', prizes },
      { number: 8, date: '2030-05-15', prizes },
    ];
    expect(findDecidingExtraction(sealed, known, '2030-05-15')).toMatchObject({
      state: 'DECIDED',
      extraction: { number: 8 },
      reason: 'RAN_BEFORE_SEAL',
    });
  });

  test('takes the sealed extraction on the day of the seal', () => {
    const known = [{ number: 7, date: '2030-05-15', prizes }];
    expect(findDecidingExtraction({ ...sealed, sealedOn: '2030-05-15' }, known, '2030-05-15')).toMatchObject({
      state: 'DECIDED',
      reason: 'AS_SEALED',
    });
  });

  test('waits a week for incomplete prizes, then takes the next number', () => {
    const known = [
      { number: 7, date: '2030-05-15', prizes: null },
      { number: 8, date: '2030-05-19', prizes },
    ];
    expect(findDecidingExtraction(sealed, known, '2030-05-22')).toEqual({
      state: 'WAITING',
      expected: 7,
      reason: 'AS_SEALED',
    });
    expect(findDecidingExtraction(sealed, known, '2030-05-23')).toMatchObject({
      state: 'DECIDED',
      extraction: { number: 8 },
      reason: 'RESULT_INCOMPLETE',
    });
  });

  test('skips a number that runs more than a week late', () => {
    const known = [
      { number: 7, date: '2030-05-26', prizes },
      { number: 8, date: '2030-05-29', prizes },
    ];
    expect(findDecidingExtraction(sealed, known, '2030-05-29')).toMatchObject({
      state: 'DECIDED',
      extraction: { number: 8 },
      reason: 'NUMBER_SKIPPED',
    });
  });

  /** Applies the clause on each day with the knowledge of that day, as the product does. */
  function decide(seal: { number: number; date: string; sealedOn: string }) {
    const extractions = since(addDays(seal.sealedOn, -10)).filter(
      ({ date }) => date < addDays(seal.date, 400),
    );
    for (let days = 0; days < 400; days++) {
      const today = addDays(seal.sealedOn, days);
      const known = extractions.filter(({ date }) => date <= today);
      const deciding = findDecidingExtraction(seal, known, today);
      if (deciding.state === 'DECIDED') return deciding;
    }
    return null;
  }
});
