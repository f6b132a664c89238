/** A draw whose seal was replaced: before the extraction of the first seal, which is allowed, and after it. */
import { describe, expect, test } from 'vitest';
import { drawRecord, listText, parseList, termsOf } from '../../../draws/draws.testing.ts';
import { sealHash, sealText } from '../../../draws/sealing/draw-seal.ts';
import { faultsOf, honestFiles } from '../files/honest-files.testing.ts';
import { drawEntries, HOLDERS, PRIZES, RIFA, TestLog } from '../verify.testing.ts';

const text = listText(1000, HOLDERS);
const list = parseList(text);
const first = termsOf(list);
const second = termsOf(list, { extraction: 5930, extractionDate: '2025-01-01' });
const record = drawRecord(second, list, [{ extraction: 5930, date: '2025-01-01', prizes: PRIZES }]);

/** When witnesses sign, and what the entry of the second seal says. */
interface Reseal {
  seenAt: string[];
  at?: string;
  /** Entries of seals that the proof shows, by version. */
  versions?: readonly number[];
}

const BEFORE_FIRST = ['2024-12-28T21:30:00Z', '2024-12-28T21:30:30Z'];
const AFTER_FIRST = ['2024-12-30T21:00:00Z', '2024-12-30T21:00:30Z'];

function faultsWith({ seenAt, at = '2024-12-28T21:20:00.000Z', versions = [1, 2] }: Reseal) {
  const log = new TestLog();
  const { published, frozen, sealed, result, winners } = drawEntries({ record, text });
  const indexes = [log.add(published), log.add(frozen)];
  const seals = [
    log.add({
      kind: 'sealed',
      at: '2024-12-28T20:00:00.000Z',
      rifaId: RIFA,
      version: 1,
      sealHash: sealHash(sealText(first)),
      extraction: first.extraction,
      extractionDate: first.extractionDate,
    }),
  ];
  const sizeWithFirst = log.size;
  seals.push(log.add({ ...sealed, at, version: 2 } as typeof sealed));
  const sizeWithSecond = log.size;
  indexes.push(...versions.map((version) => seals[version - 1]!), log.add(result), log.add(winners));
  const evidence = log.evidence(indexes, {
    times: ['2025-01-02T12:00:00Z', '2025-01-02T12:00:05Z'],
    earlier: [
      { size: sizeWithFirst, times: ['2024-12-28T21:00:00Z', '2024-12-28T21:00:30Z'] },
      { size: sizeWithSecond, times: seenAt },
    ],
  });
  return faultsOf(honestFiles({ record: { ...record, log: evidence }, list, receipts: [] }));
}

const HOLDS = ['receipt open: NO_RECEIPT', 'timestamps open: NO_TIMESTAMPS'];

test('verifies a seal that replaced another before the extraction of that one', async () => {
  expect(await faultsWith({ seenAt: BEFORE_FIRST })).toEqual(HOLDS);
});

describe('a seal that replaced another after the extraction of that one', () => {
  test('fails by the time of its own entry', async () => {
    const faults = await faultsWith({ seenAt: AFTER_FIRST, at: '2024-12-30T20:00:00.000Z' });
    expect(faults).toContain('sealed_before fails: RESEALED_LATE');
  });

  test('fails by the clocks of the witnesses, if its entry names an earlier time', async () => {
    expect(await faultsWith({ seenAt: AFTER_FIRST })).toContain('sealed_before fails: RESEALED_LATE');
  });

  test('fails if the proof leaves out the first seal', async () => {
    const faults = await faultsWith({ seenAt: AFTER_FIRST, versions: [2] });
    expect(faults).toContain('entries fails: SEAL_NOT_LOGGED');
  });
});

test('leaves the day of the extraction of the first seal to the reader', async () => {
  const seenAt = ['2024-12-28T23:00:00Z', '2024-12-28T23:00:30Z'];
  expect(await faultsWith({ seenAt })).toContain('sealed_before open: SEEN_SAME_DAY');
});
