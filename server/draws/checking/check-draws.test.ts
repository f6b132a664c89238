/** Detects before the draw that sealed data was changed, by the database's owner or a failing disk. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { withdrawVouchers } from '../../partners/vouchers/withdraw-vouchers.ts';
import { resultConfirmed } from '../draw-events.ts';
import { drawRifa } from '../draw-rifa.ts';
import { PRIZES } from '../draws.testing.ts';
import { readListText } from '../list/read-list.ts';
import { restoreList } from '../list/restore-list.ts';
import { readDrawAdmin } from '../admin/read-draw-admin.ts';
import { readDrawAudit } from '../proofs/read-draw-audit.ts';
import { createWitnessedShop, type WitnessedShop } from '../proofs/witnessed-shop.testing.ts';
import { checkDraws } from './check-draws.job.ts';

const DAY_S = 86_400;
const folder = mkdtempSync(join(tmpdir(), 'mare-lists-'));
let shop: WitnessedShop;
// A fresh shop for each test: a draw moves the clock past every sale.
beforeEach(async () => {
  shop = await createWitnessedShop();
});
afterEach(() => shop.close());
afterAll(() => rmSync(folder, { recursive: true }));

async function readReasons(rifaId: string): Promise<string[]> {
  const check = await shop.bed.db
    .selectFrom('drawChecks')
    .select('reasons')
    .where('rifaId', '=', rifaId)
    .executeTakeFirstOrThrow();
  return check.reasons;
}

async function countWarnings(rifaId: string): Promise<number> {
  const { rows } = await shop.bed.pool.query<{ count: number }>(
    `select count(*)::int as count from notifications where title = 'Um sorteio não confere' and data->>'rifaId' = $1`,
    [rifaId],
  );
  return rows[0]!.count;
}

async function downloadList(rifaId: string): Promise<string> {
  const path = join(folder, `${rifaId}.txt`);
  const parts: Buffer[] = [];
  for await (const part of readListText(shop.bed.db, rifaId)) parts.push(part);
  writeFileSync(path, Buffer.concat(parts));
  return path;
}

const isFailing = async (rifaId: string) =>
  (await readDrawAudit(shop.bed.db, rifaId, shop.bed.clock.now()))!.failing !== null;
const damageList = (rifaId: string, body: string) =>
  shop.asOwner(sql`update draw_list_chunks set body = decode(${body}, 'hex') where rifa_id = ${rifaId}`);

test('stops the draw while the list is damaged, and draws once it is restored', async () => {
  const { bed, platform } = shop;
  const { rifaId, extraction } = await shop.makeSealedRifa();
  await checkDraws(platform);
  expect([await readReasons(rifaId), await isFailing(rifaId)]).toEqual([[], false]);
  const [copy, otherCopy] = [
    await downloadList(rifaId),
    await downloadList((await shop.makeSealedRifa()).rifaId),
  ];

  await damageList(rifaId, '00');
  bed.clock.advance(DAY_S);
  await checkDraws(platform);
  await checkDraws(platform);
  expect(await readReasons(rifaId)).toEqual(['LIST_HASH']);
  expect([await isFailing(rifaId), await countWarnings(rifaId)]).toEqual([true, bed.admins.length]);

  await bed.waitForLottery();
  await bed.confirmOfficially(PRIZES, extraction);
  const draw = () => drawRifa(platform, rifaId, withdrawVouchers);
  expect(await draw()).toEqual({ ok: false, code: 'LIST_DIFFERS' });

  expect(await restoreList(bed.db, rifaId, otherCopy)).toEqual({ ok: false, code: 'NOT_THE_LIST' });
  expect(await draw()).toEqual({ ok: false, code: 'LIST_DIFFERS' });
  expect(await restoreList(bed.db, rifaId, copy)).toEqual({ ok: true, soldNumbers: 13 });
  await bed.pool.query('delete from pgboss.job where name = $1', [resultConfirmed.name]);
  await checkDraws(platform);
  expect(await isFailing(rifaId)).toBe(false);
  const { rows } = await bed.pool.query('select data from pgboss.job where name = $1', [
    resultConfirmed.name,
  ]);
  expect(rows).toEqual([{ data: { rifaId } }]);
  expect(await draw()).toMatchObject({ ok: true });
  expect(await countWarnings(rifaId)).toBe(bed.admins.length);
});

test('draws again by a corrected result once the damaged list is restored', async () => {
  const { bed, platform } = shop;
  const { rifaId, extraction } = await shop.makeSealedRifa();
  const copy = await downloadList(rifaId);
  await shop.finishDraw(rifaId, extraction);
  await damageList(rifaId, '00');
  await bed.confirmOfficially(PRIZES.toReversed(), extraction);
  const draw = () => drawRifa(platform, rifaId, withdrawVouchers);
  expect(await draw()).toEqual({ ok: false, code: 'LIST_DIFFERS' });
  await checkDraws(platform);
  expect(await readReasons(rifaId)).toEqual(['LIST_HASH']);

  expect(await restoreList(bed.db, rifaId, copy)).toMatchObject({ ok: true });
  await bed.pool.query('delete from pgboss.job where name = $1', [resultConfirmed.name]);
  await checkDraws(platform);
  expect(await isFailing(rifaId)).toBe(false);
  const { rowCount } = await bed.pool.query('select from pgboss.job where name = $1', [resultConfirmed.name]);
  expect(rowCount).toBe(1);
  expect(await draw()).toEqual({ ok: true, version: 2 });
});

test('detects a winner changed after the draw within a day', async () => {
  const { rifaId, extraction } = await shop.makeSealedRifa();
  await shop.finishDraw(rifaId, extraction);
  await checkDraws(shop.platform);
  expect(await readReasons(rifaId)).toEqual([]);
  await shop.asOwner(
    sql`update draws set outcome = jsonb_set(outcome, '{winners,0,number}',
          case outcome #>> '{winners,0,number}' when '10' then '9' else '10' end::jsonb)
        where rifa_id = ${rifaId}`,
  );
  await checkDraws(shop.platform);
  expect(await readReasons(rifaId)).toEqual([]);
  shop.bed.clock.advance(DAY_S);
  await checkDraws(shop.platform);
  expect(await readReasons(rifaId)).toEqual(['WINNERS', 'WINNERS_DIFFER']);
});

test.each([
  ['title', sql`update rifas set title = 'Outra moto'`, sql`update rifas set title = 'Moto'`],
  ['price', sql`update rifas set price = price / 2`, sql`update rifas set price = price * 2`],
  ['description', sql`update rifas set description = 'Usada.'`, sql`update rifas set description = ''`],
])('detects another %s of a rifa on sale within a day', async (_, falsify, restore) => {
  const { rifaId } = await shop.makeOpenRifa();
  const changeRifa = (statement: typeof falsify) => shop.asOwner(sql`${statement} where id = ${rifaId}`);
  await checkDraws(shop.platform);
  expect(await readReasons(rifaId)).toEqual([]);
  await changeRifa(falsify);
  shop.bed.clock.advance(DAY_S);
  await checkDraws(shop.platform);
  expect(await readReasons(rifaId)).toEqual(['SHOWN_DIFFERS']);
  expect(await countWarnings(rifaId)).toBe(shop.bed.admins.length);
  const { rifas } = await readDrawAdmin(shop.platform, shop.bed.admins[0]);
  expect(rifas.find(({ id }) => id === rifaId)?.failing).not.toBeNull();
  await changeRifa(restore);
  await checkDraws(shop.platform);
  expect([await readReasons(rifaId), await isFailing(rifaId)]).toEqual([[], false]);
});

test.each([
  ['on sale', () => shop.makeOpenRifa()],
  ['sealed', () => shop.makeSealedRifa()],
])('checks a rifa that was cancelled while %s until it is as published', async (_, makeRifa) => {
  const { rifaId } = await makeRifa();
  const changeRifa = (assignments: ReturnType<typeof sql>) =>
    shop.asOwner(sql`update rifas set ${assignments} where id = ${rifaId}`);
  await changeRifa(sql`price = price * 2`);
  await checkDraws(shop.platform);
  await changeRifa(sql`status = 'cancelled', cancel_reason = 'OTHER', cancel_note = 'Não dá mais.'`);
  await checkDraws(shop.platform);
  expect(await isFailing(rifaId)).toBe(true);
  await changeRifa(sql`price = price / 2`);
  await checkDraws(shop.platform);
  expect(await isFailing(rifaId)).toBe(false);
});

test('detects that the pages show another winner than the draw', async () => {
  const { rifaId, extraction } = await shop.makeSealedRifa();
  await shop.finishDraw(rifaId, extraction);
  await checkDraws(shop.platform);
  expect(await readReasons(rifaId)).toEqual([]);
  const before = await shop.bed.pool.query('select * from rifa_winners where rifa_id = $1', [rifaId]);
  const tamper = [
    sql`update rifa_winners set winner_number = case winner_number when 10 then 9 else 10 end
         where rifa_id = ${rifaId} and winner_position = 1`,
    sql`update rifa_winners set tag = 'ffffffffffffffff' where rifa_id = ${rifaId} and winner_position = 1`,
    sql`update rifa_winners set user_id = ${await shop.bed.buyer()} where rifa_id = ${rifaId} and winner_position = 1`,
  ];
  for (const statement of tamper) {
    await shop.asOwner(statement);
    shop.bed.clock.advance(DAY_S);
    await checkDraws(shop.platform);
    expect(await readReasons(rifaId)).toContain('WINNERS');
    const {
      winner_number: number,
      tag,
      user_id: userId,
    } = before.rows.find((winner) => winner.winner_position === 1)!;
    await shop.asOwner(
      sql`update rifa_winners set winner_number = ${number}, tag = ${tag}, user_id = ${userId}
           where rifa_id = ${rifaId} and winner_position = 1`,
    );
    await checkDraws(shop.platform);
    expect(await readReasons(rifaId)).toEqual([]);
  }
});
