import { spawn } from 'node:child_process';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { integrateBatch } from './tree/integrate-log.ts';
import { openLogKey } from './keys/log-key.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { listRifaEntries, readLogOverview } from './describe-log.ts';
import { countsOf, createLogTestbed, RIFA } from './public-log.testing.ts';
import { recordEntry } from './entries/record-entry.ts';
import { recordKey, signTree } from './tree/sign-tree.ts';
import { startLog, updateLog } from './tree/start-log.ts';

let bed: Awaited<ReturnType<typeof createLogTestbed>>;
beforeEach(async () => {
  bed = await createLogTestbed();
});
afterEach(() => bed.close());

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

test('serves entries, tiles and a signed checkpoint that agree', async () => {
  for (const sold of range(5)) await bed.count(sold);
  await bed.update();
  expect(countsOf(await bed.audit())).toEqual(range(5));
  for (const sold of range(300)) await bed.count(5 + sold);
  await bed.update();
  expect(countsOf(await bed.audit())).toEqual(range(305));
});

test('omits entries of a rolled-back transaction', async () => {
  await bed.count(1);
  await bed.db
    .transaction()
    .execute(async (trx) => {
      await sql`insert into log_queue (kind, body) values ('count', 'lost')`.execute(trx);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await bed.count(2);
  await bed.update();
  expect(countsOf(await bed.audit())).toEqual([1, 2]);
});

test('adds an entry that commits after later ones', async () => {
  const started = Promise.withResolvers<void>();
  const commits = Promise.withResolvers<void>();
  const slow = bed.db.transaction().execute(async (trx) => {
    await sql`insert into log_queue (kind, body) values ('count', 'vendidas 1')`.execute(trx);
    started.resolve();
    await commits.promise;
  });
  await started.promise;
  await bed.count(2);
  await bed.update();
  expect(countsOf(await bed.audit())).toEqual([2]);
  commits.resolve();
  await slow;
  await bed.update();
  expect(countsOf(await bed.audit())).toEqual([2, 1]);
});

test('adds each entry once when two processes integrate at the same time', async () => {
  for (const sold of range(120)) await bed.count(sold);
  const runs = range(8).map(async () => {
    while ((await integrateBatch(bed.platform, 7)) > 0) await signTree(bed.platform, bed.key);
  });
  await Promise.all(runs);
  await bed.update();
  expect(countsOf(await bed.audit())).toEqual(range(120));
});

test.each(['after-integrating', 'before-signing', 'after-writing-last', 'before-commit'])(
  'has neither gap nor fork when the process is killed %s',
  async (at) => {
    for (const sold of range(40)) await bed.count(sold);
    await bed.update();
    for (const sold of range(40)) await bed.count(40 + sold);
    expect(await updateUntilKilled(at)).toBe('SIGKILL');
    for (const sold of range(5)) await bed.count(80 + sold);
    await bed.update();
    expect(countsOf(await bed.audit())).toEqual(range(85));
    expect(await bed.isForkFound()).toBe(false);
  },
);

test('logs its key as the first entry, and a new key once', async () => {
  await recordKey(bed.platform, bed.key);
  await recordKey(bed.platform, bed.key);
  await bed.update();
  const [first, ...more] = await bed.audit();
  expect(first).toContain(`antiga -\nnova ${bed.verifierKey}\n`);
  expect(more).toEqual([]);
});

test('reports entries that were deleted or changed in the database', async () => {
  for (const sold of range(3)) await bed.count(sold);
  await bed.update();
  const describeEntries = async () => {
    const platform = { ...bed.platform, caches: createCaches() };
    const { missing, receipts, latest } = await readLogOverview(platform);
    const ofRifa = await listRifaEntries(platform, RIFA);
    expect(ofRifa).toMatchObject({ missing, entries: latest });
    return { missing, receipts, genuine: latest.map(({ index, isGenuine }) => [index, isGenuine]) };
  };
  expect(await describeEntries()).toMatchObject({
    missing: 0,
    genuine: [
      [2, true],
      [1, true],
      [0, true],
    ],
  });
  await bed.runAsOwner(sql`delete from log_entries where leaf_index = 1`);
  await bed.runAsOwner(sql`update log_entries set body = 'x' where leaf_index = 2`);
  const { latest } = await readLogOverview({ ...bed.platform, caches: createCaches() });
  expect(latest[0]!.sentence).toContain('Mudada depois de assinada');
  expect(await describeEntries()).toEqual({
    missing: 1,
    receipts: 0,
    genuine: [
      [2, false],
      [0, true],
    ],
  });
});

test('lists every step of a rifa although hourly counts follow it', async () => {
  const revealed = {
    kind: 'revealed',
    at: '2026-11-22T18:00:00.000Z',
    rifaId: RIFA,
    seed: 'a'.repeat(64),
  } as const;
  await recordEntry(bed.db, revealed);
  for (const sold of range(30)) await bed.count(sold);
  await bed.update();
  const { entries, olderCounts } = await listRifaEntries(bed.platform, RIFA);
  expect(entries.map(({ index }) => index)).toEqual([...range(31).slice(7).toReversed(), 0]);
  expect(entries.at(-1)).toMatchObject({ kind: 'revealed' });
  expect(olderCounts).toBe(6);
});

test('adds entries unsigned without a key, and signs them once there is one', async () => {
  expect(
    openLogKey({ ...bed.platform.config, demo: false, logKeyFile: null }, bed.platform.random),
  ).toBeNull();
  await bed.count(1);
  await updateLog(bed.platform, null);
  expect((await bed.get('checkpoint')).status).toBe(404);
  expect((await bed.get('tile/0/000.p/1')).status).toBe(404);
  const inAnHour = new Date(bed.platform.clock.now().getTime() + 3_600_000);
  expect(await bed.scrapeMetrics(inAnHour)).toMatch(/^mare_log_unsigned_seconds 36\d\d/m);
  await bed.update();
  expect(await bed.scrapeMetrics()).toMatch(/^mare_log_unsigned_seconds 0$/m);
  expect(countsOf(await bed.audit())).toEqual([1]);
});

test('reports a key file that is missing or holds no key', () => {
  const { config, random } = bed.platform;
  const missing = { ...config, demo: false, logKeyFile: '/nowhere/log-key' };
  expect(() => openLogKey(missing, random)).toThrow('que não existe');
  const wrong = { ...config, demo: false, logKeyFile: `${config.logKeyFile}.last` };
  bed.key.writeLast({ origin: 'x', size: 0, root: new Uint8Array(32) });
  expect(() => openLogKey(wrong, random)).toThrow('não contém uma chave');
});

test('serves nothing beyond the signed tree, and every narrower partial tile', async () => {
  for (const sold of range(10)) await bed.count(sold);
  await bed.update();
  for (const sold of range(10)) await bed.count(10 + sold);
  await integrateBatch(bed.platform);
  expect((await bed.get('tile/0/000.p/11')).status).toBe(404);
  const tile = await bed.get('tile/0/000.p/10');
  expect(tile.headers.get('cache-control')).toContain('immutable');
  const narrow = await bed.get('tile/0/000.p/3');
  expect((await narrow.arrayBuffer()).byteLength).toBe(96);
  expect((await bed.get('tile/entries/000.p/3')).status).toBe(200);
  expect((await bed.get('tile/0/000')).status).toBe(404);
  expect((await bed.get('tile/1/000.p/1')).status).toBe(404);
  expect((await bed.get('tile/0/0')).status).toBe(404);
  expect((await bed.get('checkpoint')).headers.get('cache-control')).toBe('public, max-age=1');
});

test('changes no entry and no checkpoint', async () => {
  await bed.count(1);
  await bed.update();
  await expect(sql`update log_entries set body = 'x'`.execute(bed.db)).rejects.toThrow('append-only');
  await expect(sql`delete from log_checkpoints`.execute(bed.db)).rejects.toThrow('append-only');
});

test('signs waiting entries while it runs', async () => {
  const running = startLog(bed.platform);
  await bed.count(1);
  await expect.poll(async () => (await bed.get('checkpoint')).status, { timeout: 10_000 }).toBe(200);
  await expect.poll(async () => countsOf(await bed.audit()), { timeout: 10_000 }).toEqual([1]);
  await running.stop();
});

/** Updates the log in a process that is killed at this point. @returns the signal that ended it */
function updateUntilKilled(at: string): Promise<string | null> {
  const script = new URL('tree/killed-process.testing.ts', import.meta.url).pathname;
  const { config } = bed.platform;
  const child = spawn(process.execPath, [script, bed.url, config.dataDir, at], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
}
