import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refundRifaJob } from '../payments/refunds/cancelled/refund-rifa.job.ts';
import { changeStateInTransaction } from '../rifas/management/change-rifa-state.ts';
import { officialBody } from '@mare/domain/draws/draws.testing.ts';
import { confirmResult } from './lottery/decide-result.ts';
import { drawCompleted, resultConfirmed } from './draw-events.ts';
import { drawRifa } from './draw-rifa.ts';
import {
  FRESH_ARCHIVE,
  createDrawsTestbed,
  type DrawsTestbed,
  freshExtraction,
  PRIZES,
} from './draws.testing.ts';
import { onResultConfirmed } from './on-result-confirmed.ts';
import { freezeList } from './list/freeze-list.ts';
import { deliverPrize } from './prizes/delivery/deliver-prize.ts';
import { readDeliveryProof } from './prizes/delivery/read-delivery-proof.ts';
import { listWithdrawnPrizes } from './prizes/list-withdrawn-prizes.ts';
import { recordOfficialResult } from './lottery/record-official-result.ts';
import { withdrawVouchers } from '../partners/vouchers/withdraw-vouchers.ts';
import { sealDraw } from './sealing/seal-draw.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
  await bed.waitForLottery();
});
afterAll(() => bed.close());

const readWinningNumbers = async (rifaId: string) =>
  (await bed.winners(rifaId)).map((winner) => winner.winnerNumber);

/** The clock is past the day of the extraction, so seals are made with an earlier clock. */
describe('the draw', () => {
  const platformBeforeExtraction = () => ({
    ...bed.platform,
    clock: { now: () => new Date(bed.drawDate.getTime() - 7_200_000) },
  });
  async function addSealedRifa(
    extraction: number,
    { numbers = [6, 2, 8, 1], others = [] as number[], fallback = 'lot', prizes = 3, total = 10 } = {},
  ): Promise<string> {
    const rifaId = await bed.rifa(total, { fallback, prizes });
    await bed.db
      .updateTable('rifas')
      .set({ drawDate: new Date(bed.clock.now().getTime() + 86_400_000) })
      .where('id', '=', rifaId)
      .execute();
    await bed.sell(rifaId, numbers);
    if (others.length > 0) await bed.sell(rifaId, others);
    await bed.freeze(rifaId);
    const seal = await sealDraw(
      platformBeforeExtraction(),
      { rifaId, extraction, extractionDate: bed.day, userId: null, reason: null },
      FRESH_ARCHIVE,
    );
    if (!seal.ok) throw new Error(seal.code);
    return rifaId;
  }

  test('saves the winners of a confirmed result and completes the rifa', async () => {
    const extraction = freshExtraction();
    const rifaId = await addSealedRifa(extraction);
    expect(await drawRifa(bed.platform, rifaId, withdrawVouchers)).toEqual({ ok: false, code: 'WAITING' });
    const body = officialBody({ extraction, prizes: PRIZES }, bed.day);
    const recorded = await recordOfficialResult(bed.platform, { extraction, url: 'x', body });
    if (!recorded.ok) throw new Error(recorded.code);
    expect(await drawRifa(bed.platform, rifaId, withdrawVouchers)).toEqual({ ok: false, code: 'WAITING' });
    await confirmResult(bed.platform, { resultId: recorded.resultId, userId: bed.admins[1] });
    expect(await bed.countEnqueued(resultConfirmed, rifaId)).toBe(1);
    expect(await drawRifa(bed.platform, rifaId, withdrawVouchers)).toEqual({ ok: true, version: 1 });
    const winners = await bed.winners(rifaId);
    expect(winners.map(({ winnerPosition, winnerNumber }) => [winnerPosition, winnerNumber])).toEqual([
      [1, 6],
      [2, 2],
      [3, 8],
    ]);
    expect(winners[0]).toMatchObject({ winnerName: 'Maria da Silva', drawVersion: 1 });
    expect(await bed.statusOf(rifaId)).toBe('completed');
    expect(await bed.countEnqueued(drawCompleted, rifaId)).toBe(1);
  });

  test('happens once under concurrent calls', async () => {
    const extraction = freshExtraction();
    const rifaId = await addSealedRifa(extraction);
    await bed.confirmOfficially(PRIZES, extraction);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => drawRifa(bed.platform, rifaId, withdrawVouchers)),
    );
    expect(outcomes.filter(({ ok }) => ok)).toEqual([{ ok: true, version: 1 }]);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.code === 'ALREADY_DRAWN')).toHaveLength(7);
    expect(await readWinningNumbers(rifaId)).toEqual([6, 2, 8]);
    await onResultConfirmed(withdrawVouchers).handle(bed.platform, { rifaId });
    expect(await bed.db.selectFrom('draws').selectAll().where('rifaId', '=', rifaId).execute()).toHaveLength(
      1,
    );
    expect(await bed.countEnqueued(drawCompleted, rifaId)).toBe(1);
  });

  test('rejects results that no rifa awaits, of another day or of the future', async () => {
    const extraction = freshExtraction();
    await addSealedRifa(extraction);
    expect(await bed.enterResult(PRIZES, freshExtraction())).toEqual({ ok: false, code: 'NOT_AWAITED' });
    expect(await bed.enterResult(PRIZES, extraction, '2030-05-14')).toEqual({
      ok: false,
      code: 'OTHER_DATE',
    });
    const recordOfficial = (body: string) =>
      recordOfficialResult(bed.platform, { extraction, url: 'https://loterias.example', body });
    const valid = { extraction, prizes: PRIZES };
    expect(await recordOfficial(officialBody({ ...valid, extraction: 1 }, bed.day))).toEqual({
      ok: false,
      code: 'OTHER_EXTRACTION',
    });
    const placeholder = officialBody({ extraction, prizes: PRIZES.map(() => '00000') }, bed.day);
    expect(await recordOfficial(placeholder)).toEqual({ ok: false, code: 'PLACEHOLDER' });
    const platform = platformBeforeExtraction();
    expect(
      await recordOfficialResult(platform, {
        extraction,
        url: 'x',
        body: officialBody(valid, bed.day),
      }),
    ).toEqual({ ok: false, code: 'TOO_EARLY' });
    expect((await recordOfficial(officialBody(valid, bed.day))).ok).toBe(true);
    const saved = await bed.db
      .selectFrom('lotteryResults')
      .selectAll()
      .where('extraction', '=', extraction)
      .executeTakeFirstOrThrow();
    expect(saved).toMatchObject({
      source: 'official',
      rawBody: officialBody(valid, bed.day),
      state: 'pending',
    });
  });

  test('saves a correction as a new version and keeps the old one', async () => {
    const extraction = freshExtraction();
    const rifaId = await addSealedRifa(extraction);
    await bed.confirmOfficially(PRIZES, extraction);
    await drawRifa(bed.platform, rifaId, withdrawVouchers);
    const before = await bed.winners(rifaId);
    const corrected = ['31976', '14291', ...PRIZES.slice(2)];
    await bed.confirmOfficially(corrected, extraction);
    const outcomes = await Promise.all([1, 2, 3].map(() => drawRifa(bed.platform, rifaId, withdrawVouchers)));
    expect(outcomes.filter(({ ok }) => ok)).toEqual([{ ok: true, version: 2 }]);
    expect(await readWinningNumbers(rifaId)).toEqual([6, 1, 8]);
    const after = await bed.winners(rifaId);
    expect(after.map(({ id }) => id)).toEqual([before[0]!.id, expect.any(String), before[2]!.id]);
    const versions = await bed.db
      .selectFrom('draws')
      .select(['version', 'outcome'])
      .where('rifaId', '=', rifaId)
      .orderBy('version')
      .execute();
    expect(versions.map(({ version }) => version)).toEqual([1, 2]);
    expect(versions[0]!.outcome).toMatchObject({ winners: [{ number: 6 }, { number: 2 }, { number: 8 }] });
  });

  test('is corrected by the official source after a delivery, whose record stays', async () => {
    const extraction = freshExtraction();
    const rifaId = await addSealedRifa(extraction, { numbers: [6, 2, 8], others: [1] });
    await bed.confirmOfficially(PRIZES, extraction);
    await drawRifa(bed.platform, rifaId, withdrawVouchers);
    const [winner] = await bed.winners(rifaId);
    const proof = { bytes: Buffer.from('recibo assinado'), type: 'application/pdf' as const };
    const delivery = { winnerId: winner!.id, userId: bed.admins[0], note: 'Entregue em mãos', proof };
    expect(await deliverPrize(bed.platform, delivery)).toEqual({ ok: true });
    await bed.confirmOfficially(['31971', ...PRIZES.slice(1)], extraction);
    expect(await drawRifa(bed.platform, rifaId, withdrawVouchers)).toEqual({ ok: true, version: 2 });
    expect((await readWinningNumbers(rifaId))[0]).toBe(1);
    expect(await readDeliveryProof(bed.db, winner!.id, 'delivery')).toEqual(proof);
    const replaced = await bed.db
      .selectFrom('replacedWinners')
      .select(['winnerId', 'userId', 'winnerNumber', 'claimState', 'deliveryNote', 'drawVersion'])
      .where('rifaId', '=', rifaId)
      .execute();
    expect(replaced).toEqual([
      {
        winnerId: winner!.id,
        userId: winner!.userId,
        winnerNumber: 6,
        claimState: 'delivered',
        deliveryNote: 'Entregue em mãos',
        drawVersion: 2,
      },
    ]);
    const readWithdrawn = () => listWithdrawnPrizes(bed.db, winner!.userId!);
    expect(await readWithdrawn()).toMatchObject([{ winnerId: winner!.id, rifaId, number: 6, position: 1 }]);
    // After a correction back to the first number, nothing is withdrawn.
    await bed.confirmOfficially(PRIZES, extraction);
    expect(await drawRifa(bed.platform, rifaId, withdrawVouchers)).toEqual({ ok: true, version: 3 });
    expect(await readWithdrawn()).toEqual([]);
  });

  test('keeps the claim of a person who wins the same prize with another number', async () => {
    const extraction = freshExtraction();
    const rifaId = await addSealedRifa(extraction, { numbers: [6, 1], others: [2, 8] });
    await bed.confirmOfficially(PRIZES, extraction);
    await drawRifa(bed.platform, rifaId, withdrawVouchers);
    const [winner] = await bed.winners(rifaId);
    const delivery = { winnerId: winner!.id, userId: bed.admins[0], note: 'Entregue em mãos', proof: null };
    expect(await deliverPrize(bed.platform, delivery)).toEqual({ ok: true });
    await bed.confirmOfficially(['31971', ...PRIZES.slice(1)], extraction);
    expect(await drawRifa(bed.platform, rifaId, withdrawVouchers)).toEqual({ ok: true, version: 2 });
    const [corrected] = await bed.winners(rifaId);
    expect(corrected).toMatchObject({ id: winner!.id, winnerNumber: 1 });
    // The prize is not delivered again.
    expect(await deliverPrize(bed.platform, delivery)).toMatchObject({ ok: false });
    expect(await listWithdrawnPrizes(bed.db, winner!.userId!)).toEqual([]);
  });

  test('continues with the next extraction if the terms declare it', async () => {
    const extraction = freshExtraction();
    const rifaId = await addSealedRifa(extraction, { numbers: [5], fallback: 'next_extraction', prizes: 1 });
    expect(await bed.enterResult(PRIZES, extraction + 1, '2030-05-19')).toEqual({
      ok: false,
      code: 'NOT_AWAITED',
    });
    await bed.confirmOfficially(PRIZES, extraction);
    expect(await drawRifa(bed.platform, rifaId, withdrawVouchers)).toEqual({ ok: false, code: 'WAITING' });
    expect(await bed.statusOf(rifaId)).toBe('closed');
    bed.clock.advance(5 * 86_400);
    await bed.confirmOfficially(['11115', ...PRIZES.slice(1)], extraction + 1, '2030-05-19');
    expect(await drawRifa(bed.platform, rifaId, withdrawVouchers)).toEqual({ ok: true, version: 1 });
    expect(await readWinningNumbers(rifaId)).toEqual([5]);
  });

  test('excludes a cancellation, in either order', async () => {
    const extraction = freshExtraction();
    const rifaId = await addSealedRifa(extraction);
    await bed.confirmOfficially(PRIZES, extraction);
    const change = { id: rifaId, version: null, to: 'cancelled', note: 'autorização vencida' } as const;
    const [cancelled, drawn] = await Promise.all([
      bed.db.transaction().execute((trx) => changeStateInTransaction(trx, bed.platform, null, change)),
      drawRifa(bed.platform, rifaId, withdrawVouchers),
    ]);
    expect([cancelled.ok, drawn.ok].filter(Boolean)).toHaveLength(1);
    expect(await bed.statusOf(rifaId)).toBe(cancelled.ok ? 'cancelled' : 'completed');
    expect(await bed.countEnqueued(refundRifaJob, rifaId)).toBe(cancelled.ok ? 1 : 0);
    expect((await bed.winners(rifaId)).length > 0).toBe(drawn.ok);
    expect(await freezeList(bed.platform, rifaId)).toMatchObject({ ok: false });
  });

  test('waits for a list that differs from the sealed one', async () => {
    const extraction = freshExtraction();
    const rifaId = await addSealedRifa(extraction);
    await bed.confirmOfficially(PRIZES, extraction);
    await bed.pool.query('alter table draw_list_chunks disable trigger user');
    await bed.pool.query(
      `update draw_list_chunks set body = (select body from draw_list_chunks where rifa_id <> $1 limit 1) where rifa_id = $1`,
      [rifaId],
    );
    await bed.pool.query('alter table draw_list_chunks enable trigger user');
    expect(await drawRifa(bed.platform, rifaId, withdrawVouchers)).toEqual({
      ok: false,
      code: 'LIST_DIFFERS',
    });
    expect(await bed.winners(rifaId)).toEqual([]);
  });
});
