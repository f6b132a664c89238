/** Which extraction decided: the sealed one, or another by the declared clause, which these files alone cannot prove. */
import { describe, expect, test } from 'vitest';
import type { Extraction } from '../../draws/lottery/extraction.ts';
import { drawRecord, listText, parseList, termsOf } from '../../draws/draws.testing.ts';
import { faultsOf, honestFiles } from './files/honest-files.testing.ts';
import { verifyFiles } from './files/verify-files.ts';
import { describeFinding } from './verdict/describe-finding.ts';
import { drawEntries, HOLDERS, PRIZES, RIFA, TestLog } from './verify.testing.ts';

const HOLDS = ['receipt open: NO_RECEIPT', 'timestamps open: NO_TIMESTAMPS'];
const OTHER_PRIZES = ['11111', '22222', '33333', '44444', '55555'];

/** Files of a draw with every entry in its log. */
function filesOf(
  { record, text }: { record: ReturnType<typeof drawRecord>; text: string },
  clause: { decidedOn: string; known: Extraction[]; reason: string } | null = null,
) {
  const log = new TestLog();
  const { published, frozen, sealed, result, winners } = drawEntries({ record, text });
  const indexes = [log.add(published), log.add(frozen), log.add(sealed)];
  const sizeWithSeal = log.size;
  const at = `${clause?.decidedOn ?? '2025-01-20'}T15:00:00.000Z`;
  const { extraction } = record.results[0]!;
  if (clause) {
    const step = { rifaId: RIFA, sealVersion: 1, step: 1, reason: clause.reason, extraction, decides: true };
    indexes.push(log.add({ kind: 'clause', at, ...step }));
  }
  for (const each of record.results) {
    const { date: drawnOn, prizes, rawHash: bodyHash } = each;
    const logged = { ...result, extraction: each.extraction, drawnOn, prizes, bodyHash };
    indexes.push(log.add(logged));
  }
  indexes.push(log.add(winners));
  const evidence = log.evidence(indexes, {
    times: ['2025-01-21T12:00:00Z', '2025-01-21T12:00:05Z'],
    earlier: [{ size: sizeWithSeal, times: ['2024-12-28T21:00:00Z', '2024-12-28T21:00:30Z'] }],
  });
  const { decidedOn = '', known = [] } = clause ?? {};
  const described = clause && { clause: { sealedOn: '2024-12-28', decidedOn, known } };
  const files = { record: { ...record, ...described, log: evidence }, list: parseList(text), receipts: [] };
  return honestFiles(files);
}

describe('an extraction other than the sealed one', () => {
  const text = listText(1000, HOLDERS);
  const list = parseList(text);
  const drawnBy = (date: string) => ({
    text,
    record: drawRecord(termsOf(list), list, [{ extraction: 5930, date, prizes: OTHER_PRIZES }]),
  });
  const next = (date: string) => ({ number: 5930, date, prizes: OTHER_PRIZES });
  const sealed = (prizes: readonly string[] | null) => ({ number: 5929, date: '2024-12-28', prizes });

  test.each([
    ['on the same day', '2024-12-28', '2024-12-29', [], 'a 5929 não aconteceu'],
    ['after the wait', '2025-01-01', '2025-01-06', [], 'a 5929 não aconteceu'],
    [
      'after an incomplete one',
      '2025-01-01',
      '2025-01-06',
      [sealed(null)],
      'a 5929 saiu sem os cinco prêmios',
    ],
  ])(
    'that decides %s leaves open what the lottery has to show',
    async (_, date, decidedOn, before, sentence) => {
      const reason = before.length > 0 ? 'RESULT_INCOMPLETE' : 'NUMBER_SKIPPED';
      const files = filesOf(drawnBy(date), { decidedOn, known: [...before, next(date)], reason });
      expect(await faultsOf(files)).toEqual(['extraction open: EXTRACTION_PASSED', ...HOLDS]);
      const { findings } = await verifyFiles(files);
      const { text: shown } = describeFinding(findings.find(({ item }) => item === 'extraction')!);
      expect(shown).toContain(`Decidiu a extração 5930, de ${date.split('-').toReversed().join('/')}`);
      expect(shown).toContain('no lugar da 5929, lacrada para 28/12/2024');
      expect(shown).toContain(sentence);
    },
  );

  test('names the extraction with which typed prizes were compared', async () => {
    const clause = { decidedOn: '2024-12-29', known: [next('2024-12-28')], reason: 'NUMBER_SKIPPED' };
    const files = filesOf(drawnBy('2024-12-28'), clause);
    expect((await verifyFiles({ ...files, prizes: OTHER_PRIZES })).verdict).toBe('partial');
    const { findings } = await verifyFiles({ ...files, prizes: PRIZES });
    const official = findings.find(({ item }) => item === 'official')!;
    expect(official.reason).toBe('GIVEN_PRIZES');
    expect(describeFinding(official).text).toContain('extração 5930, de 28/12/2024');
  });
});

describe('more than one extraction', () => {
  const text = listText(
    1000,
    new Map([
      [7, 'a'],
      [8, 'b'],
      [9, 'c'],
      [445, 'friend'],
    ]),
  );
  const list = parseList(text);
  const terms = termsOf(list, { fallback: 'next_extraction', positions: [1] });
  const drawnBy = (second: number) =>
    drawRecord(terms, list, [
      { extraction: 5929, date: '2024-12-28', prizes: PRIZES },
      { extraction: second, date: '2025-01-08', prizes: ['00445', ...OTHER_PRIZES.slice(1)] },
    ]);

  test('holds with the next number', async () => {
    expect(await faultsOf(filesOf({ record: drawnBy(5930), text }))).toEqual(HOLDS);
  });

  test.each([5931, 5932, 5929])('fails with any other number: %i', async (number) => {
    const faults = await faultsOf(filesOf({ record: drawnBy(number), text }));
    expect(faults).toContain('official fails: RESULTS');
  });
});
