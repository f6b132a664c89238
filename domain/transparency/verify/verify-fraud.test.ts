import { describe, expect, test } from 'vitest';
import { listText, makeDraw, parseList } from '../../draws/draws.testing.ts';
import { toBase64 } from '../base64.ts';
import { logSigner } from '../transparency.testing.ts';
import type { LogEvidence } from './evidence.ts';
import { faultsOf, forged, honestFiles, honest } from './files/honest-files.testing.ts';
import { describeFinding } from './verdict/describe-finding.ts';
import { verifyFiles } from './files/verify-files.ts';
import { readReceiptFile } from './verify-receipt.ts';
import {
  AFTER,
  BEFORE,
  drawEntries,
  HOLDERS,
  makeWitnessedDraw,
  POLICY,
  PRIZES,
  TestLog,
} from './verify.testing.ts';

const { record } = honest.draw;

const incomplete = makeDraw({
  totalNumbers: 1000,
  holders: new Map([...HOLDERS].filter(([number]) => number !== 141)),
  prizes: PRIZES,
});

describe('fraud', () => {
  const filesOf = (draw: typeof forged, log: LogEvidence | null) => ({
    ...honestFiles(),
    record: { ...draw.record, ...(log && { log }) },
    list: parseList(draw.text),
  });

  test('detects a rewritten list under the entries of the true one', async () => {
    expect(await faultsOf(filesOf(forged, honest.evidence))).toContain('entries fails: FREEZE_DIFFERS');
  });

  test('detects a draw whose log is withheld from the holder of a receipt', async () => {
    expect(await faultsOf(filesOf(forged, null))).toContain('log fails: LOG_WITHHELD');
  });

  test.each([
    [0, 'log open: LOG_NOT_YET'],
    [59, 'log open: LOG_NOT_YET'],
    [-59, 'log open: LOG_NOT_YET'],
    [61, 'log fails: LOG_UNSIGNED_LONG'],
    [-61, 'log fails: LOG_UNSIGNED_LONG'],
  ])('accepts for an hour that the log has not signed yet: %i minutes', async (minutes, fault) => {
    const unsignedSince = '2024-12-28T22:00:00.000Z';
    const now = new Date(Date.parse(unsignedSince) + minutes * 60_000);
    const files = { ...filesOf(honest.draw, null), record: { ...record, log: { unsignedSince } } };
    expect(await faultsOf({ ...files, now })).toContain(fault);
    // Without a trusted clock the claim is ignored.
    expect(await faultsOf(files)).toContain('log fails: LOG_WITHHELD');
  });

  test('still reports another contradiction', async () => {
    const now = new Date('2024-12-28T22:00:00.000Z');
    const files = {
      ...filesOf(incomplete, null),
      record: { ...incomplete.record, log: { unsignedSince: now.toISOString() } },
    };
    expect((await verifyFiles({ ...files, now })).verdict).toBe('failed');
  });

  test('detects a freeze and seal appended after the extraction', async () => {
    const { log, indexes, publication } = makeWitnessedDraw();
    const [, , result] = indexes;
    const sizeAfterDraw = log.size;
    const entries = drawEntries(forged);
    const appended = [log.add(entries.frozen), log.add(entries.sealed), log.add(entries.winners)];
    const evidence = log.evidence([...appended, result!, publication], {
      times: AFTER,
      earlier: [
        { size: honest.receiptSize },
        { size: honest.sealedSize, times: BEFORE },
        { size: sizeAfterDraw, times: AFTER },
      ],
    });
    expect(await faultsOf(filesOf(forged, evidence))).toEqual([
      'sealed_before fails: SEEN_TOO_LATE',
      'timestamps open: NO_TIMESTAMPS',
    ]);
    // Without the earlier trees, nothing proves that the seal came first.
    const hidden = { ...evidence, earlier: evidence.earlier.slice(0, 1) };
    expect(await faultsOf(filesOf(forged, hidden))).toContain('sealed_before open: NOT_SEEN_IN_TIME');
  });

  test('detects a rewritten log', async () => {
    const rewritten = new TestLog();
    for (let filler = 0; filler < 6; filler++) rewritten.add({ kind: 'receipt', commitment: 'd'.repeat(64) });
    const { frozen, sealed, result, winners } = drawEntries(forged);
    const indexes = [frozen, sealed, result, winners].map((entry) => rewritten.add(entry));
    const evidence = rewritten.evidence(indexes, {
      earlier: [{ size: honest.receiptSize }, { size: 8, times: BEFORE }],
    });
    expect(await faultsOf(filesOf(forged, evidence))).toContain('log fails: HISTORY_REWRITTEN');
    const withoutConsistency = { ...evidence, earlier: evidence.earlier.slice(1) };
    expect(await faultsOf(filesOf(forged, withoutConsistency))).toContain('log open: CONSISTENCY_MISSING');
  });

  test('detects a log under another key', async () => {
    const forgedLog = new TestLog(logSigner('rifas.example/log', 9));
    const { frozen, sealed, result, winners } = drawEntries(forged);
    const evidence = forgedLog.evidence(
      [frozen, sealed, result, winners].map((entry) => forgedLog.add(entry)),
    );
    expect(await faultsOf(filesOf(forged, evidence))).toContain('log fails: LOG_SIGNATURE');
    // Verified with the key that the proof itself names, the receipt belongs to another log.
    const withoutPolicy = { ...filesOf(forged, { ...evidence, policy: POLICY }), policy: null };
    expect(await faultsOf(withoutPolicy)).toContain('log fails: LOG_SIGNATURE');
  });

  test('detects a paid cota that the list lacks, unless the log records its removal', async () => {
    const { log } = makeWitnessedDraw(new TestLog());
    const { commitment } = readReceiptFile(honest.receipt)!;
    const indexes = Object.values(drawEntries(incomplete)).map((entry) => log.add(entry));
    const earlier = [{ size: honest.receiptSize }];
    expect(await faultsOf(filesOf(incomplete, log.evidence(indexes, { earlier })))).toContain(
      'cotas fails: COTA_MISSING',
    );
    const exit = log.add({
      kind: 'exit',
      at: '2024-12-21T00:00:00.000Z',
      commitment,
      reason: 'reembolso',
      rifaId: null,
      numbers: ['todas'],
    });
    expect(await faultsOf(filesOf(incomplete, log.evidence([...indexes, exit], { earlier })))).toContain(
      'cotas open: COTA_WITHDRAWN',
    );
  });

  test('detects a paid cota under the tag of another buyer', async () => {
    const swapped = makeDraw({
      totalNumbers: 1000,
      holders: new Map([...HOLDERS, [141, 'x']]),
      prizes: PRIZES,
    });
    expect(await faultsOf(filesOf(swapped, honest.evidence))).toContain('cotas fails: COTA_MOVED');
  });

  test('detects other winners, another result and prizes that the lottery did not publish', async () => {
    const winners = [{ ...record.winners[0]!, number: 500 }, ...record.winners.slice(1)];
    expect(
      await faultsOf({ ...honestFiles(), record: { ...record, winners, log: honest.evidence } }),
    ).toEqual([
      'arithmetic fails: WINNERS',
      'entries fails: WINNERS_DIFFER',
      'timestamps open: NO_TIMESTAMPS',
    ]);
    const { findings } = await verifyFiles({
      ...honestFiles(),
      record: { ...record, winners, log: honest.evidence },
    });
    const failures = findings
      .filter(({ state }) => state === 'fails')
      .map((each) => describeFinding(each).text);
    expect(failures).toEqual([
      'Os ganhadores publicados não são os que a conta dá. 1º prêmio: pela conta 0976, publicado 0500.',
      'O registro tem outros ganhadores. 1º prêmio: no registro 0976, publicado 0500.',
    ]);
    expect(await faultsOf(honestFiles({ prizes: ['00001', ...PRIZES.slice(1)] }))).toContain(
      'official fails: GIVEN_PRIZES',
    );
    const typed = [{ ...record.results[0]!, rawBody: null, rawHash: null }];
    expect(
      await faultsOf({ ...honestFiles(), record: { ...record, results: typed, log: honest.evidence } }),
    ).toEqual(expect.arrayContaining(['official open: TYPED_RESULT', 'entries fails: RESULT_DIFFERS']));
  });

  test('detects a seal that differs from the noted one', async () => {
    expect(await faultsOf(honestFiles({ notedSeal: 'a'.repeat(64) }))).toContain(
      'arithmetic fails: NOTED_SEAL',
    );
  });

  test.each<[string, (log: LogEvidence) => void, string]>([
    ['a replaced entry', (log) => void (log.entries[0]!.entry = log.entries[1]!.entry), 'ENTRY_NOT_INCLUDED'],
    ['a changed index', (log) => void log.entries[0]!.index++, 'ENTRY_NOT_INCLUDED'],
    ['a path cut', (log) => void log.entries[0]!.path.pop(), 'ENTRY_NOT_INCLUDED'],
    [
      'another consistency proof',
      (log) => void (log.earlier[0]!.consistency = [toBase64(new Uint8Array(32))]),
      'HISTORY_REWRITTEN',
    ],
    ['a changed earlier size', (log) => void log.earlier[1]!.size++, 'LOG_SIGNATURE'],
    [
      'a changed checkpoint',
      (log) => void (log.checkpoint = log.checkpoint.replace('\n10\n', '\n11\n')),
      'LOG_SIGNATURE',
    ],
  ])('rejects evidence with %s', async (_, tamper, reason) => {
    const log = structuredClone(honest.evidence);
    tamper(log);
    expect(await faultsOf(honestFiles({ log }))).toContain(`log fails: ${reason}`);
  });

  test('leaves open what an entry of a later version says', async () => {
    const log = new TestLog();
    log.entries.push(new TextEncoder().encode('mare-da-sorte/registro/1\ntipo novidade\n'));
    const drawAfterUnknown = makeWitnessedDraw(log);
    const verified = (indexes: readonly number[]) =>
      faultsOf(honestFiles({ receipts: [], log: log.evidence(indexes) }));
    const known = [...drawAfterUnknown.indexes, drawAfterUnknown.publication];
    expect(await verified([...known, 0])).toEqual(
      expect.arrayContaining([...(await verified(known)), 'entries open: ENTRY_UNKNOWN']),
    );
  });

  test.each([
    ['entries', 0, 'FREEZE_NOT_LOGGED'],
    ['entries', 1, 'SEAL_NOT_LOGGED'],
    ['entries', 2, 'RESULT_NOT_LOGGED'],
    ['entries', 3, 'WINNERS_NOT_LOGGED'],
  ] as const)('catches %s without entry %i: %s', async (item, index, reason) => {
    const log = structuredClone(honest.evidence);
    log.entries.splice(index, 1);
    expect(await faultsOf(honestFiles({ log }))).toContain(`${item} fails: ${reason}`);
  });
});

test('detects a list of other buyers', async () => {
  const list = parseList(listText(1000, new Map([...HOLDERS, [976, 'x']])));
  expect(await faultsOf(honestFiles({ list }))).toEqual(
    expect.arrayContaining(['list fails: LIST_HASH', 'arithmetic fails: WINNERS']),
  );
});
