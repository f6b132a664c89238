/** A tree that contradicts the last signed one: it is not signed until the database is restored. */
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countsOf, createLogTestbed } from '../public-log.testing.ts';
import { findLatestCheckpoint } from './find-checkpoint.ts';
import { signTree } from './sign-tree.ts';

let bed: Awaited<ReturnType<typeof createLogTestbed>>;
beforeEach(async () => {
  bed = await createLogTestbed();
});
afterEach(() => bed.close());

test('does not sign a tree whose database was rolled back, and raises the metric', async () => {
  await bed.count(1);
  await bed.update();
  expect(await bed.scrapeMetrics()).toMatch(/^mare_log_fork 0$/m);
  await sql`create table saved as select * from log_tree`.execute(bed.db);
  await bed.count(2);
  await bed.update();
  await bed.runAsOwner(sql`delete from log_checkpoints where size = 2`);
  await bed.runAsOwner(sql`delete from log_entries where leaf_index = 1`);
  await bed.runAsOwner(sql`update log_tiles set hashes = substring(hashes for 32)`);
  await bed.runAsOwner(sql`update log_tree set size = s.size, root = s.root from saved s`);
  expect(await signTree(bed.platform, bed.key)).toEqual({ ok: false, code: 'FORK' });
  expect(await bed.isForkFound()).toBe(true);
  expect(await bed.scrapeMetrics()).toMatch(/^mare_log_fork 1$/m);
  // Growing past the signed size does not hide the fork.
  await bed.count(3);
  await bed.update();
  await bed.count(4);
  await bed.update();
  expect((await findLatestCheckpoint(bed.db))!.size).toBe(1);
});

test('does not sign a tree whose past was rewritten', async () => {
  await bed.count(1);
  await bed.update();
  // The owner of the database writes another, consistent history.
  for (const table of ['log_checkpoints', 'log_entries', 'log_tiles'])
    await bed.runAsOwner(sql`delete from ${sql.table(table)}`);
  await bed.runAsOwner(sql`update log_tree set size = 0, root = sha256('')`);
  await bed.count(7);
  await bed.count(8);
  await bed.update();
  expect(await findLatestCheckpoint(bed.db)).toBeUndefined();
  expect(await bed.isForkFound()).toBe(true);
});

test('signs again once the database is restored', async () => {
  await bed.count(1);
  await bed.update();
  await sql`create table saved as select * from log_tree`.execute(bed.db);
  await bed.runAsOwner(sql`update log_tree set size = 0, root = sha256('')`);
  expect(await signTree(bed.platform, bed.key)).toEqual({ ok: false, code: 'FORK' });
  await bed.runAsOwner(sql`update log_tree set size = s.size, root = s.root from saved s`);
  await bed.count(2);
  await bed.update();
  expect(countsOf(await bed.audit())).toEqual([1, 2]);
  expect(await bed.isForkFound()).toBe(false);
});

test('reads the last signed tree from the database when the record next to the key is missing', async () => {
  await bed.count(1);
  await bed.update();
  rmSync(`${bed.platform.config.logKeyFile}.last`);
  await bed.runAsOwner(sql`update log_tree set root = sha256('other')`);
  await bed.runAsOwner(sql`update log_tiles set hashes = sha256('other')`);
  expect(await signTree(bed.platform, bed.key)).toEqual({ ok: false, code: 'FORK' });
});
