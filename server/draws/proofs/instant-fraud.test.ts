/** Attacks on cotas premiadas by the owner of the database, with triggers off: files alone, or the page itself, must show each. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordEntry } from '../../transparency/entries/record-entry.ts';
import { stampCheckpoint } from '../../transparency/timestamps/stamp-checkpoint.job.ts';
import { compareInstantPage } from '@mare/domain/transparency/verify/instant/compare-instant-page.ts';
import { listRifaEntries } from '../../transparency/describe-log.ts';
import { readInstantPrizes } from '../instant/read-instant-prizes.ts';
import { applyBeaconRounds } from '../instant/hiding/apply-beacon-rounds.job.ts';
import { writeInstantPrizes } from '../instant/edit-instant-prizes.ts';
import { hideInstantPrizes } from '../instant/hiding/hide-instant-prizes.ts';
import { createWitnessedShop, type WitnessedShop } from './witnessed-shop.testing.ts';

let shop: WitnessedShop;
// A fresh shop for each test: a draw moves the clock past every sale.
beforeEach(async () => {
  shop = await createWitnessedShop();
});
afterEach(() => shop.close());

describe('cotas premiadas', () => {
  /** Uses the beacon of the demonstration, so that no test calls the public one. */
  const hidePrizes = (rifaId: string) =>
    shop.bed.db.transaction().execute(async (trx) => {
      await sql`update rifas set published_at = null where id = ${rifaId}`.execute(trx);
      await writeInstantPrizes(trx, rifaId, [{ name: 'Fone', valueCentavos: null, count: 3 }]);
      await hideInstantPrizes(trx, { ...shop.bed.platform, config: { demo: true } }, rifaId);
    });
  const placePrizes = async () => {
    shop.bed.clock.advance(120);
    await applyBeaconRounds(shop.platform);
  };

  test('of a seed and a later round verify, with a remark on the beacon of the demonstration', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa(placePrizes, hidePrizes);
    await stampCheckpoint(shop.platform);
    await shop.finishDraw(rifaId, extraction);
    expect(await shop.verify(rifaId, receipt, null, shop.authority.root)).toEqual({
      verdict: 'partial',
      faults: ['instant open: BEACON_OF_SHOP'],
    });
  });

  test('under another seed, chosen after the round, are detected', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa(async (id) => {
      await placePrizes();
      await shop.asOwner(sql`update instant_prize_seeds set seed = sha256('suits me') where rifa_id = ${id}`);
    }, hidePrizes);
    await shop.finishDraw(rifaId, extraction);
    expect((await shop.verify(rifaId, receipt)).faults).toContain('instant fails: INSTANT_DIFFERS');
  });

  test('under another round than the named one are detected', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa(async (id) => {
      await shop.asOwner(
        sql`update instant_prize_seeds set beacon_round = beacon_round - 9 where rifa_id = ${id}`,
      );
      await placePrizes();
    }, hidePrizes);
    await shop.finishDraw(rifaId, extraction);
    expect((await shop.verify(rifaId, receipt)).faults).toContain('instant fails: INSTANT_DIFFERS');
  });

  test('in another order than the committed one are detected', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
    await shop.asOwner(
      sql`update rifa_secrets set number_key = decode(repeat('ab', 16), 'hex') where rifa_id = ${rifaId}`,
    );
    await shop.finishDraw(rifaId, extraction);
    expect((await shop.verify(rifaId, receipt)).faults).toContain('entries fails: ORDER_DIFFERS');
  });

  test.each([
    [`update instant_prizes set name = 'Chaveiro' where position = 2 and rifa_id = $rifa`],
    [`update instant_prizes set value = 5 where rifa_id = $rifa`],
    [`delete from instant_prizes where position = 3 and rifa_id = $rifa`],
    [
      `update instant_prizes set commitment = encode(sha256(convert_to(position::text, 'UTF8')), 'hex') where rifa_id = $rifa`,
    ],
  ])('the page of cotas premiadas differs from the log during sales: %s', async (statement) => {
    const { rifaId } = await shop.makeOpenRifa(hidePrizes);
    const comparePage = async () => {
      const { entries } = await listRifaEntries(shop.platform, rifaId);
      return compareInstantPage((await readInstantPrizes(shop.bed.db, rifaId))!, entries);
    };
    // Before the beacon's round, and after it.
    expect(await comparePage()).toEqual({ state: 'agrees', detail: null });
    await placePrizes();
    expect(await comparePage()).toEqual({ state: 'agrees', detail: null });
    await shop.updateAndCosignLog();
    expect(await comparePage()).toEqual({ state: 'agrees', detail: null });
    await shop.asOwner(sql.raw(statement.replace('$rifa', `'${rifaId}'`)));
    expect(await comparePage()).toMatchObject({ state: 'differs' });
  });

  test('never push the publication off the page of the rifa’s log', async () => {
    const { rifaId } = await shop.makeOpenRifa(hidePrizes);
    const at = shop.bed.clock.now().toISOString();
    for (let position = 1; position <= 200; position++)
      await recordEntry(shop.bed.db, { kind: 'instantDelivered', at, rifaId, position, number: position });
    await shop.updateAndCosignLog();
    const { entries } = await listRifaEntries(shop.platform, rifaId);
    expect(entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['published', 'hidden']));
  });
});
