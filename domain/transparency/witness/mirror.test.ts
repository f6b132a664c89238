import { beforeEach, expect, test } from 'vitest';
import { merkleRoot } from '../../draws/sealing/merkle-tree.ts';
import { leafHash } from '../log/merkle-tree.ts';
import { createMemoryMirror, serveTestLog } from './memory-mirror.testing.ts';
import { type MirrorStore, readMirrored, syncMirror } from './mirror.ts';
import { joinEntries, tilePath, tilesOfTree } from '../log/tiles.ts';
import { logSigner } from '../transparency.testing.ts';
import { LOG, TestLog } from '../verify/verify.testing.ts';

let store: MirrorStore;
beforeEach(() => {
  store = createMemoryMirror();
});

function logOf(size: number, fill = ''): TestLog {
  const log = new TestLog();
  for (let entry = 0; entry < size; entry++)
    log.add({ kind: 'receipt', commitment: `${fill}${entry}`.padStart(64, '0') });
  return log;
}

const sync = (log: TestLog, size: number, note?: string) =>
  syncMirror(LOG.key, store, serveTestLog(log, size, note));
const rootOf = (log: TestLog, size: number) =>
  merkleRoot(log.entries.slice(0, size).map((entry) => leafHash(entry)));

test('copies a growing log and serves every accepted tile', async () => {
  const log = logOf(600);
  const sizes = [1, 3, 256, 257, 511, 600];
  for (const [at, size] of sizes.entries())
    expect(await sync(log, size)).toEqual({ ok: true, size, added: size - (sizes[at - 1] ?? 0) });
  for (const { level, index, width } of tilesOfTree(600)) {
    const bytes = readMirrored(LOG.key, store, { level, index, width })!;
    expect([tilePath({ level, index, width }), bytes.length]).toEqual([
      tilePath({ level, index, width }),
      width * 32,
    ]);
  }
  // A tree of one full tile: its parent is that tile's root.
  expect(readMirrored(LOG.key, store, { level: 1, index: 0, width: 1 })).toEqual(rootOf(log, 256));
  expect(readMirrored(LOG.key, store, { level: 'entries', index: 2, width: 88 })).toEqual(
    joinEntries(log.entries.slice(512)),
  );
  expect(readMirrored(LOG.key, store, { level: 'entries', index: 2, width: 89 })).toBeNull();
  expect(await sync(log, 600)).toEqual({ ok: true, size: 600, added: 0 });
});

test('rejects a rewritten log, still serves its copy, and continues with the genuine log', async () => {
  const log = logOf(300);
  const rewritten = logOf(400, 'f');
  await sync(log, 280);
  expect(await sync(rewritten, 400)).toMatchObject({ ok: false, code: 'OTHER_ENTRIES' });
  expect(await sync(rewritten, 280)).toMatchObject({ ok: false, code: 'OTHER_ENTRIES' });
  expect(readMirrored(LOG.key, store, { level: 'entries', index: 1, width: 25 })).toBeNull();
  expect(readMirrored(LOG.key, store, { level: 'entries', index: 1, width: 24 })).toEqual(
    joinEntries(log.entries.slice(256, 280)),
  );
  expect(await sync(log, 300)).toEqual({ ok: true, size: 300, added: 20 });
  expect(readMirrored(LOG.key, store, { level: 0, index: 1, width: 44 })).toHaveLength(44 * 32);
});

test('rejects a smaller log, entries that differ from the signed ones, and a foreign signature', async () => {
  const log = logOf(20);
  await sync(log, 10);
  expect(await sync(log, 9)).toMatchObject({ ok: false, code: 'SHRUNK' });
  expect(await sync(logOf(20, '7'), 12, log.checkpoint(12))).toMatchObject({
    ok: false,
    code: 'OTHER_ENTRIES',
  });
  const foreign = new TestLog(logSigner(LOG.key.name, 2));
  foreign.add({ kind: 'receipt', commitment: '0'.repeat(64) });
  expect(await sync(log, 12, foreign.checkpoint(1))).toMatchObject({ ok: false, code: 'UNSIGNED' });
  expect(await sync(log, 12)).toMatchObject({ ok: true, size: 12 });
});

test('resumes an interrupted copy from the accepted checkpoint', async () => {
  const log = logOf(700);
  await sync(log, 100);
  const whole = serveTestLog(log, 700);
  await expect(
    syncMirror(LOG.key, store, async (path) => {
      if (path.startsWith('tile/entries/002')) throw new Error('offline');
      return whole(path);
    }),
  ).rejects.toThrow('offline');
  expect(readMirrored(LOG.key, store, { level: 0, index: 0, width: 256 })).toBeNull();
  expect(await sync(log, 700)).toEqual({ ok: true, size: 700, added: 600 });
});

test('keeps what it copied under an earlier key of the log', async () => {
  const log = logOf(280);
  await sync(log, 280);
  const second = logSigner(LOG.key.name, 2);
  const syncWithSecondKey = (from: TestLog) => syncMirror(second.key, store, serveTestLog(from, from.size));
  const rewritten = new TestLog(second);
  for (const entry of logOf(300, 'f').entries) rewritten.entries.push(entry);
  expect(await syncWithSecondKey(rewritten)).toMatchObject({ ok: false, code: 'OTHER_ENTRIES' });
  expect(readMirrored(second.key, store, { level: 'entries', index: 1, width: 24 })).toEqual(
    joinEntries(log.entries.slice(256, 280)),
  );
  log.rotate(second);
  expect(await syncWithSecondKey(log)).toEqual({ ok: true, size: 282, added: 2 });
});

test('copies one log only, and reads no damaged checkpoint', async () => {
  await sync(logOf(2), 2);
  const otherLog = new TestLog(logSigner('outra.example/log', 2));
  otherLog.add({ kind: 'receipt', commitment: 'a'.repeat(64) });
  const OTHER_LOG = { ok: false, code: 'OTHER_LOG' };
  expect(await syncMirror(otherLog.signer.key, store, serveTestLog(otherLog, 1))).toMatchObject(OTHER_LOG);
  store.writeCheckpoint('damaged');
  expect(await sync(logOf(2), 2)).toMatchObject(OTHER_LOG);
  expect(readMirrored(LOG.key, store, { level: 'entries', index: 0, width: 1 })).toBeNull();
});

test('follows a key that the former one endorsed, and no other', async () => {
  const log = logOf(280);
  await sync(log, 280);
  const [second, third, thief] = [2, 3, 4].map((fill) => logSigner(LOG.key.name, fill));
  const stolen = new TestLog();
  stolen.entries.push(...log.entries);
  stolen.claimRotation(thief!);
  expect(await sync(stolen, 281)).toMatchObject({ ok: false, code: 'UNSIGNED' });
  expect(readMirrored(LOG.key, store, { level: 'entries', index: 1, width: 25 })).toBeNull();

  log.rotate(second!);
  expect(await sync(log, 282)).toEqual({ ok: true, size: 282, added: 2 });
  // The replacement is in the copy now, not among the new entries.
  log.add({ kind: 'receipt', commitment: 'e'.repeat(64) });
  expect(await sync(log, 283)).toEqual({ ok: true, size: 283, added: 1 });
  log.rotate(third!);
  log.add({ kind: 'receipt', commitment: 'f'.repeat(64) });
  expect(await sync(log, 286)).toEqual({ ok: true, size: 286, added: 3 });
  expect(await sync(stolen, 281)).toMatchObject({ ok: false, code: 'UNSIGNED' });
  expect(readMirrored(LOG.key, store, { level: 'entries', index: 1, width: 30 })).toEqual(
    joinEntries(log.entries.slice(256)),
  );
});
