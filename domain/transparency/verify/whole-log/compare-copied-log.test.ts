import { describe, expect, test } from 'vitest';
import type { LogEntry } from '../../log/log-entry.ts';
import { logSigner } from '../../transparency.testing.ts';
import { createMemoryMirror, serveTestLog } from '../../witness/memory-mirror.testing.ts';
import { type MirrorStore, syncMirror } from '../../witness/mirror.ts';
import { faultsOf, forged, honestFiles } from '../files/honest-files.testing.ts';
import { verifyFiles } from '../files/verify-files.ts';
import { describeFinding } from '../verdict/describe-finding.ts';
import { drawEntries, LOG, makeWitnessedDraw, RIFA, TestLog } from '../verify.testing.ts';
import { readCopiedLog } from './read-copied-log.ts';

const at = '2024-12-21T20:00:00.000Z';
const OTHER_RIFA = RIFA.replace(/1$/, '2');
const receipt = (digit: number): LogEntry => ({ kind: 'receipt', commitment: String(digit).repeat(64) });
const cancelled = (rifaId: string): LogEntry => ({ kind: 'cancelled', at, rifaId, reason: 'Motivo' });
/** The list of an accomplice. */
const secondList = drawEntries(forged).frozen;
/** Leave only what no time stamp shows. */
const HOLDS = ['timestamps open: NO_TIMESTAMPS'];

/** A log with these entries, then those of the honest draw, whose proof does not show them. */
function drawAfter(...hidden: LogEntry[]) {
  const log = new TestLog();
  for (const entry of hidden) log.add(entry);
  const { evidence } = makeWitnessedDraw(log);
  return { log, files: honestFiles({ log: evidence, receipts: [] }) };
}

async function mirrorOf(log: TestLog, size = log.size): Promise<MirrorStore> {
  const store = createMemoryMirror();
  const synced = await syncMirror(log.signer.key, store, serveTestLog(log, size));
  if (!synced.ok) throw new Error(synced.code);
  return store;
}

async function filesWith(files: ReturnType<typeof honestFiles>, store: MirrorStore) {
  return { ...files, copiedLog: (await readCopiedLog(store, files.record)) ?? undefined };
}

/** Faults without and with the copy, besides those of a proof without receipts. */
async function compare(files: ReturnType<typeof honestFiles>, store: MirrorStore) {
  const isAbout = (fault: string) => !fault.startsWith('receipt');
  return {
    alone: (await faultsOf(files)).filter(isAbout),
    whole: (await faultsOf(await filesWith(files, store))).filter(isAbout),
  };
}

describe('an honest draw', () => {
  test('holds, also in a log with other rifas that has grown since', async () => {
    const { log, files } = drawAfter(cancelled(OTHER_RIFA), receipt(1));
    log.add(receipt(2));
    log.add({ ...secondList, rifaId: OTHER_RIFA });
    expect(await compare(files, await mirrorOf(log))).toEqual({ alone: HOLDS, whole: HOLDS });
  });

  test('holds in a log of several tiles', async () => {
    const { log, files } = drawAfter(...Array.from({ length: 600 }, () => receipt(3)));
    for (let more = 0; more < 300; more++) log.add(receipt(4));
    expect(await compare(files, await mirrorOf(log))).toEqual({ alone: HOLDS, whole: HOLDS });
  });

  test('holds after the key was replaced', async () => {
    const { log, files } = drawAfter();
    log.rotate(logSigner(LOG.key.name, 9));
    const store = createMemoryMirror();
    await syncMirror(LOG.key, store, serveTestLog(log));
    expect(await compare(files, store)).toEqual({ alone: HOLDS, whole: HOLDS });
  });
});

describe('shows what the proof leaves out', () => {
  test('a second list, logged before the shown one', async () => {
    const { log, files } = drawAfter(secondList);
    expect(await compare(files, await mirrorOf(log))).toEqual({
      alone: HOLDS,
      whole: ['entries fails: LOGGED_TWICE', ...HOLDS],
    });
    const { verdict, findings } = await verifyFiles(await filesWith(files, await mirrorOf(log)));
    expect(verdict).toBe('failed');
    expect(findings.map((each) => describeFinding(each).text)).toContain(
      `O registro inteiro tem desta rifa o que uma loja honesta anota uma vez só: quem anota duas versões pode mostrar a que convém. A lista da rifa ${RIFA} foi congelada duas vezes, nas posições 0 e 7 do registro.`,
    );
  });

  test('a second list, logged after the proof was downloaded', async () => {
    const { log, files } = drawAfter();
    log.add(secondList);
    expect((await compare(files, await mirrorOf(log))).whole).toContain('entries fails: LOGGED_TWICE');
  });

  test.each<[string, LogEntry, string]>([
    ['the cancelling of the rifa', cancelled(RIFA), 'cancelamento na posição 0'],
    [
      'a correction of the rifa',
      {
        kind: 'amended',
        at,
        rifaId: RIFA,
        version: 2,
        reason: 'Motivo',
        contentHash: null,
        changes: ['titulo'],
      },
      'emenda na posição 0',
    ],
    [
      'another result of the extraction',
      {
        ...(drawEntries(forged).result as Extract<LogEntry, { kind: 'result' }>),
        prizes: ['1', '2', '3', '4', '5'],
      },
      'resultado na posição 0',
    ],
    [
      'the last count before the freeze',
      { kind: 'count', at, rifaId: RIFA, soldNumbers: 900, soldManually: 9 },
      'contagem na posição 0',
    ],
  ])('%s', async (_, entry, detail) => {
    const { log, files } = drawAfter(entry);
    expect(await compare(files, await mirrorOf(log))).toEqual({
      alone: HOLDS,
      whole: ['entries fails: ENTRIES_LEFT_OUT', ...HOLDS],
    });
    const { findings } = await verifyFiles(await filesWith(files, await mirrorOf(log)));
    const left = findings.find(({ reason }) => reason === 'ENTRIES_LEFT_OUT')!;
    expect(describeFinding(left).text).toBe(
      `A prova não traz tudo o que o registro inteiro diz deste sorteio. Baixe a prova de novo; se continuar faltando, a loja esconde estas anotações: ${detail}.`,
    );
  });
});

describe('a copy that is', () => {
  test('shorter than the proof leaves the entries open', async () => {
    const { log, files } = drawAfter();
    expect((await compare(files, await mirrorOf(log, 5))).whole).toEqual([
      'entries open: MIRROR_BEHIND',
      ...HOLDS,
    ]);
  });

  test('shorter than the proof still shows what it holds', async () => {
    const { log, files } = drawAfter(cancelled(RIFA));
    expect((await compare(files, await mirrorOf(log, 5))).whole).toContain('entries fails: ENTRIES_LEFT_OUT');
  });

  test('of another log under the same key fails the log', async () => {
    const { log } = drawAfter(receipt(1));
    expect((await compare(drawAfter(receipt(2)).files, await mirrorOf(log))).whole).toContain(
      'log fails: HISTORY_REWRITTEN',
    );
  });

  test('signed by another key accuses no one', async () => {
    const stranger = logSigner(LOG.key.name, 8);
    const { log, files } = drawAfter();
    const copy = new TestLog(stranger);
    copy.entries.push(...log.entries);
    copy.add(secondList);
    expect((await compare(files, await mirrorOf(copy))).whole).toEqual([
      'entries open: MIRROR_UNSIGNED',
      ...HOLDS,
    ]);
  });

  test('damaged is rejected', async () => {
    const { log, files } = drawAfter();
    const store = await mirrorOf(log);
    const bundle = store.readTile({ level: 'entries', index: 0 })!.slice();
    bundle[bundle.length - 2]! ^= 1;
    store.writeTile({ level: 'entries', index: 0 }, bundle);
    await expect(readCopiedLog(store, files.record)).rejects.toMatchObject({ code: 'MIRROR_MALFORMED' });
    store.writeTile({ level: 'entries', index: 0 }, bundle.subarray(0, 100));
    await expect(readCopiedLog(store, files.record)).rejects.toMatchObject({ code: 'MIRROR_MALFORMED' });
    await expect(readCopiedLog(createMemoryMirror(), files.record)).rejects.toMatchObject({
      code: 'MIRROR_MALFORMED',
    });
  });
});
