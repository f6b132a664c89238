/** Honest draws, their time stamps and witnesses, verified from the files that a buyer has. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withdrawVouchers } from '../../partners/vouchers/withdraw-vouchers.ts';
import { assertLoggedOnce } from '../../transparency/copied-log.testing.ts';
import { stampCheckpoint } from '../../transparency/timestamps/stamp-checkpoint.job.ts';
import { readTrustPolicy } from '../../transparency/witnesses/trust-policy.ts';
import { drawRifa } from '../draw-rifa.ts';
import { PRIZES } from '../draws.testing.ts';
import { createDrawFiles } from './draw-files.routes.ts';
import { createWitnessedShop, type WitnessedShop } from './witnessed-shop.testing.ts';

let shop: WitnessedShop;
// A fresh shop for each test: a draw moves the clock past every sale.
beforeEach(async () => {
  shop = await createWitnessedShop();
});
afterEach(async () => {
  try {
    // A reader of the whole log accuses no honest shop.
    await assertLoggedOnce(shop.platform);
  } finally {
    await shop.close();
  }
});

test('verifies an honest draw, witnessed before the extraction', async () => {
  const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
  await shop.finishDraw(rifaId, extraction);
  expect(await shop.verify(rifaId, receipt, await readTrustPolicy(shop.platform, null))).toEqual({
    verdict: 'partial',
    faults: ['timestamps open: NO_TIMESTAMPS'],
  });
  // The receipt itself pins the keys.
  expect((await shop.verify(rifaId, receipt)).faults).toEqual(['timestamps open: NO_TIMESTAMPS']);
});

test('includes no checkpoint older than the draw', async () => {
  const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
  const requestEvidence = async () =>
    (await createDrawFiles(shop.platform).request(`/sorteios/${rifaId}/registro.json`)).status;
  expect(await requestEvidence()).toBe(200);
  await shop.bed.waitForLottery();
  await shop.bed.confirmOfficially(PRIZES, extraction);
  await drawRifa(shop.platform, rifaId, withdrawVouchers);
  // A verifier would say that the log contradicts the draw.
  expect(await requestEvidence()).toBe(404);
  expect(await shop.verify(rifaId, receipt)).toEqual({
    verdict: 'partial',
    faults: ['log open: LOG_NOT_YET'],
  });
  const anHourLater = new Date(Date.now() + 3_700_000);
  expect((await shop.verify(rifaId, receipt, null, null, anHourLater)).faults).toContain(
    'log fails: LOG_UNSIGNED_LONG',
  );
  await shop.updateAndCosignLog();
  expect(await requestEvidence()).toBe(200);
  expect((await shop.verify(rifaId, receipt)).faults).toEqual(['timestamps open: NO_TIMESTAMPS']);
});

describe('time stamps', () => {
  test('before the extraction complete the verification, with witnesses and official bytes', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
    expect(await stampCheckpoint(shop.platform)).toBe(true);
    await shop.finishDraw(rifaId, extraction);
    expect(
      await shop.verify(rifaId, receipt, await readTrustPolicy(shop.platform, null), shop.authority.root),
    ).toEqual({
      verdict: 'honest',
      faults: [],
    });
    // The verifier knows the public authorities, but not this one.
    expect(await shop.verify(rifaId, receipt)).toEqual({
      verdict: 'partial',
      faults: ['timestamps open: AUTHORITY_OF_SHOP'],
    });
  });

  test('after the extraction do not', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
    await shop.finishDraw(rifaId, extraction);
    shop.bed.clock.advance(86_400);
    expect(await stampCheckpoint(shop.platform)).toBe(true);
    expect(await shop.verify(rifaId, receipt, null, shop.authority.root)).toEqual({
      verdict: 'partial',
      faults: ['timestamps open: STAMPED_LATE'],
    });
  });

  test('that are forged or of another checkpoint are rejected', async () => {
    const { rifaId, receipt, extraction } = await shop.makeSealedRifa();
    await stampCheckpoint(shop.platform);
    const { token } = await shop.bed.db.selectFrom('logTimestamps').select('token').executeTakeFirstOrThrow();
    await shop.finishDraw(rifaId, extraction);
    shop.bed.clock.advance(7_200);
    await stampCheckpoint(shop.platform);
    await shop.asOwner(
      sql`update log_timestamps set token = ${token} where size = (select max(size) from log_timestamps)`,
    );
    expect((await shop.verify(rifaId, receipt, null, shop.authority.root)).faults).toEqual([
      'timestamps fails: TIMESTAMP_OF_ANOTHER',
    ]);
    const forged = Buffer.from(token);
    forged[forged.length - 1]! ^= 1;
    await shop.asOwner(sql`update log_timestamps set token = ${forged}`);
    expect((await shop.verify(rifaId, receipt, null, shop.authority.root)).faults).toEqual([
      'timestamps fails: TIMESTAMP_WRONG',
    ]);
  });
});

describe('witnesses', () => {
  test('cosign every checkpoint once, and /log/checkpoint serves their lines', async () => {
    await shop.bed.sell(await shop.bed.rifa(10), [1]);
    expect(await shop.updateAndCosignLog()).toBe(1);
    expect(await shop.updateAndCosignLog()).toBe(0);
    const stored = await shop.bed.db
      .selectFrom('logCosignatures')
      .selectAll()
      .orderBy('size', 'desc')
      .executeTakeFirst();
    expect(stored).toMatchObject({ witness: `testemunha.example/um+${shop.witness.key.id}` });
  });

  test('are contacted again after an outage, with the tree size that they report', async () => {
    const rifaId = await shop.bed.rifa(10);
    await shop.bed.sell(rifaId, [1]);
    shop.witness.isDown = true;
    expect(await shop.updateAndCosignLog()).toBe(0);
    const readFaults = () => shop.bed.db.selectFrom('logWitnesses').select('fault').execute();
    expect(await readFaults()).toEqual([{ fault: 'UNREACHABLE' }]);
    shop.witness.isDown = false;
    // The shop loses cosigned entries.
    await shop.bed.db.updateTable('logWitnesses').set({ lastSize: 0 }).execute();
    shop.bed.clock.advance(60);
    await shop.bed.sell(rifaId, [2]);
    expect(await shop.updateAndCosignLog()).toBe(1);
    expect(await readFaults()).toEqual([{ fault: null }]);
  });
});
