/**
 * The threats of docs/features/draws.md: each is carried out by the owner of the database, with triggers off, and has to be
 * caught from files alone, with a receipt that the buyer took before.
 */
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '@mare/domain/draws/lottery/extraction.ts';
import { makeKey, openLogKey } from '../../transparency/keys/log-key.ts';
import { recordEntry } from '../../transparency/entries/record-entry.ts';
import { updateLog } from '../../transparency/tree/start-log.ts';
import { requestCosignatures } from '../../transparency/witnesses/request-cosignatures.ts';
import { PRIZES } from '../draws.testing.ts';
import { createWitnessedShop, type WitnessedShop } from './witnessed-shop.testing.ts';

let shop: WitnessedShop;
// A fresh shop for each test: a draw moves the clock past every sale.
beforeEach(async () => {
  shop = await createWitnessedShop();
});
afterEach(() => shop.close());

describe('caught by the offline verifier', () => {
  test('a list, seal and winner rewritten after the result', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
    await shop.finishDraw(rifaId, extraction);
    const before = (await shop.verify(rifaId, receipt)).verdict;
    await shop.asOwner(
      sql`update draw_seals set text = replace(text, 'nao-vendido lot', 'nao-vendido next_extraction') where rifa_id = ${rifaId}`,
      sql`update draw_seals set hash = encode(sha256(convert_to(text, 'UTF8')), 'hex') where rifa_id = ${rifaId}`,
    );
    const after = await shop.verify(rifaId, receipt);
    expect([before, after.verdict]).toEqual(['partial', 'failed']);
    expect(after.faults).toContain('entries fails: SEAL_DIFFERS');
  });

  test('an entry of the log changed', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
    await shop.finishDraw(rifaId, extraction);
    await shop.asOwner(
      sql`update log_entries set body = convert_to(replace(convert_from(body, 'UTF8'), 'cotas 1:', 'cotas 2:'), 'UTF8')
        where subject_id = ${rifaId} and kind = 'winners'`,
    );
    expect((await shop.verify(rifaId, receipt)).faults).toContain('log fails: ENTRY_NOT_INCLUDED');
  });

  test('the entries of the draw removed', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
    await shop.finishDraw(rifaId, extraction);
    await shop.asOwner(
      sql`update log_entries set subject_id = null where subject_id = ${rifaId} and kind = 'sealed'`,
    );
    expect((await shop.verify(rifaId, receipt)).faults).toContain('entries fails: SEAL_NOT_LOGGED');
  });

  test('a list and seal replaced after the extraction, logged late', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
    await shop.finishDraw(rifaId, extraction);
    shop.bed.clock.advance(86_400);
    // The attacker hides the first freeze and seal and logs new ones, which match the published ones.
    const copies = await shop.bed.db
      .selectFrom('logEntries')
      .select(['kind', 'body'])
      .where('subjectId', '=', rifaId)
      .where('kind', 'in', ['count', 'frozen', 'sealed', 'winners'])
      .orderBy('leafIndex')
      .execute();
    await shop.asOwner(sql`update log_entries set subject_id = null where subject_id = ${rifaId}`);
    await shop.bed.db
      .insertInto('logQueue')
      .values(copies.map((copy) => ({ ...copy, subjectId: rifaId })))
      .execute();
    await shop.updateAndCosignLog();
    const { verdict, faults } = await shop.verify(rifaId, receipt);
    expect(verdict).toBe('partial');
    expect(faults).toContain('sealed_before open: NOT_SEEN_IN_TIME');
  });

  test('a second seal, for another extraction, after the first has run', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
    await shop.bed.waitForLottery();
    shop.bed.clock.advance(86_400);
    const day = (
      await shop.bed.db
        .selectFrom('drawSeals')
        .select('extractionDate')
        .where('rifaId', '=', rifaId)
        .executeTakeFirstOrThrow()
    ).extractionDate;
    const sealedAt = shop.bed.clock.now().toISOString();
    const next = { extraction: extraction + 1, extractionDate: addDays(day, 4) };
    await shop.asOwner(
      sql`insert into draw_seals (rifa_id, version, text, hash, extraction, extraction_date, reason, sealed_at)
        select rifa_id, 2, replace(replace(text, ${`extracao ${extraction}`}, ${`extracao ${next.extraction}`}),
          ${`data ${day}`}, ${`data ${next.extractionDate}`}), repeat('0', 64), ${next.extraction}, ${next.extractionDate}, 'Troca',
          ${sealedAt} from draw_seals where rifa_id = ${rifaId}`,
      sql`update draw_seals set hash = encode(sha256(convert_to(text, 'UTF8')), 'hex')
        where rifa_id = ${rifaId} and version = 2`,
    );
    const { hash } = await shop.bed.db
      .selectFrom('drawSeals')
      .select('hash')
      .where('rifaId', '=', rifaId)
      .where('version', '=', 2)
      .executeTakeFirstOrThrow();
    await recordEntry(shop.bed.db, {
      kind: 'sealed',
      at: sealedAt,
      rifaId,
      version: 2,
      sealHash: hash,
      ...next,
    });
    await shop.updateAndCosignLog();
    shop.bed.clock.advance(5 * 86_400);
    await shop.finishDraw(rifaId, next.extraction, next.extractionDate);
    const { verdict, faults } = await shop.verify(rifaId, receipt);
    expect([verdict, ...faults]).toEqual(
      expect.arrayContaining(['failed', 'sealed_before fails: RESEALED_LATE']),
    );
  });

  test('terms changed between the publication and the seal', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa(async (id) => {
      await shop.asOwner(sql`update rifas set cota_wins_once = not cota_wins_once where id = ${id}`);
    });
    await shop.finishDraw(rifaId, extraction);
    expect((await shop.verify(rifaId, receipt)).faults).toContain('entries fails: PUBLICATION_DIFFERS');
  });

  test('a prize that was replaced by a cheaper one', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
    await shop.finishDraw(rifaId, extraction);
    expect((await shop.verify(rifaId, receipt)).faults).not.toContain('entries fails: PRIZES_DIFFER');
    await shop.asOwner(
      sql`update rifa_prizes set name = 'Patinete' where rifa_id = ${rifaId} and position = 1`,
    );
    expect((await shop.verify(rifaId, receipt)).faults).toContain('entries fails: PRIZES_DIFFER');
  });

  test('a winner replaced only where the pages name it', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
    await shop.finishDraw(rifaId, extraction);
    await shop.asOwner(
      sql`update rifa_winners set winner_number = case winner_number when 10 then 9 else 10 end
           where rifa_id = ${rifaId} and winner_position = 1`,
    );
    const { verdict, faults } = await shop.verify(rifaId, receipt);
    expect(verdict).toBe('failed');
    expect(faults).toContain('arithmetic fails: WINNERS');
  });

  test('manual sales that the list no longer marks', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa(async (id) => {
      const at = shop.bed.clock.now().toISOString();
      await recordEntry(shop.bed.db, { kind: 'count', at, rifaId: id, soldNumbers: 13, soldManually: 2 });
    });
    // The last count agrees with the list. It is hidden, so that the one before it is the last.
    await shop.asOwner(
      sql`update log_entries set subject_id = null where leaf_index = (
        select max(leaf_index) from log_entries where kind = 'count' and subject_id = ${rifaId})`,
    );
    await shop.finishDraw(rifaId, extraction);
    expect((await shop.verify(rifaId, receipt)).faults).toContain('entries fails: MANUAL_DIFFERS');
  });

  test('the draw of a cancelled rifa', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
    const at = shop.bed.clock.now().toISOString();
    await recordEntry(shop.bed.db, { kind: 'cancelled', at, rifaId, reason: 'Sem prêmio' });
    await shop.finishDraw(rifaId, extraction);
    expect((await shop.verify(rifaId, receipt)).faults).toContain('entries fails: CANCELLED');
  });

  test('a prize moved to another number after the draw', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
    await shop.finishDraw(rifaId, extraction);
    await shop.asOwner(
      sql`update draws set outcome = jsonb_set(outcome, '{winners,0,number}',
            case outcome #>> '{winners,0,number}' when '10' then '9' else '10' end::jsonb)
          where rifa_id = ${rifaId}`,
    );
    const { verdict, faults } = await shop.verify(rifaId, receipt);
    expect(verdict).toBe('failed');
    expect(faults).toEqual(expect.arrayContaining(['entries fails: WINNERS_DIFFER']));
  });

  test('another result of the lottery', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
    await shop.finishDraw(rifaId, extraction);
    await shop.asOwner(
      sql`update lottery_results set prizes[1] = '00001', raw_body = replace(raw_body, ${PRIZES[0]}, '00001'),
        raw_hash = encode(sha256(convert_to(replace(raw_body, ${PRIZES[0]}, '00001'), 'UTF8')), 'hex')
        where extraction = ${extraction}`,
    );
    expect((await shop.verify(rifaId, receipt)).faults).toContain('entries fails: RESULT_DIFFERS');
  });

  test('a log rewritten under the same key: its witness rejects it, and the old receipt contradicts it', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
    await shop.finishDraw(rifaId, extraction);
    const { note } = await shop.bed.db
      .selectFrom('logCheckpoints')
      .select('note')
      .orderBy('size', 'desc')
      .executeTakeFirstOrThrow();
    expect(note).toContain('loja.example/log');
    // With database and key, the attacker changes the hash of the first leaf and signs again.
    await shop.asOwner(
      sql`update log_tiles set hashes = overlay(hashes placing decode(repeat('ab', 32), 'hex') from 1) where level = 0 and tile_index = 0`,
    );
    const { faults } = await shop.verify(rifaId, receipt);
    expect(faults).toContainEqual(
      expect.stringMatching(/^log fails: (?:ENTRY_NOT_INCLUDED|HISTORY_REWRITTEN)$/),
    );
    await shop.asOwner(sql`update log_tiles set hashes = overlay(hashes placing (
        select sha256('\\x00'::bytea || body) from log_entries where leaf_index = 0) from 1) where level = 0 and tile_index = 0`);
    expect((await shop.verify(rifaId, receipt)).verdict).toBe('partial');
  });

  test('a log under a new key', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
    await shop.finishDraw(rifaId, extraction);
    const otherKeyFile = join(shop.folder, 'other-key');
    makeKey(otherKeyFile, 'loja.example/log', shop.bed.platform.random);
    const otherKey = openLogKey(
      { ...shop.platform.config, logKeyFile: otherKeyFile },
      shop.bed.platform.random,
    )!;
    await shop.asOwner(sql`delete from log_checkpoints where size = (select max(size) from log_checkpoints)`);
    await shop.recordCount(rifaId);
    await updateLog(shop.platform, otherKey);
    expect(await requestCosignatures(shop.platform)).toBe(0);
    expect(await shop.bed.db.selectFrom('logWitnesses').select('fault').execute()).toEqual([
      { fault: 'REJECTED' },
    ]);
    shop.bed.clock.advance(600);
    const { faults } = await shop.verify(rifaId, receipt, null);
    expect(faults).toContain('log fails: LOG_SIGNATURE');
  });
});
