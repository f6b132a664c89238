import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction } from '../draws.testing.ts';
import type { RifaJob } from '../draw-events.ts';
import { onDrawCompleted } from '../on-draw-completed.ts';
import { defineEvent } from '../../platform/jobs/define-job.ts';
import { claimPrize } from './claim-prize.ts';
import { deliverPrize } from './delivery/deliver-prize.ts';
import { expirePrizes } from './expire-prizes.job.ts';
import { remindWinners } from './news/remind-winners.job.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { listOwnPrizes } from './list-prizes.ts';
import { notifyWinnersJob } from './news/notify-winners.job.ts';
import { composeWinnerMail } from './news/winner-messages.ts';

let bed: DrawsTestbed;
let winner: { id: string; userId: string; rifaId: string };
beforeAll(async () => {
  bed = await createDrawsTestbed();
  const extraction = freshExtraction();
  const rifaId = await bed.rifa(10, { prizes: 1 });
  await bed.db.updateTable('rifas').set({ image: '/fotos/premio.webp' }).where('id', '=', rifaId).execute();
  const { userId } = await bed.sell(rifaId, [6]);
  await bed.runDraw(rifaId, extraction);
  winner = { id: (await bed.winners(rifaId))[0]!.id, userId, rifaId };
});
afterAll(() => bed.close());

const contact = { name: 'Maria', phone: '82999990012', note: '' };
const readClaim = () =>
  bed.db.selectFrom('prizeClaims').selectAll().where('winnerId', '=', winner.id).executeTakeFirstOrThrow();
const findNotifications = () =>
  bed.db
    .selectFrom('notifications')
    .select(['title', 'occasion'])
    .where('userId', '=', winner.userId)
    .execute();

test('a completed draw enqueues one job per effect', async () => {
  const anotherEffect = defineEvent<RifaJob>('another-effect');
  await bed.prepareJobs([anotherEffect]);
  await onDrawCompleted(anotherEffect).handle(bed.platform, { rifaId: winner.rifaId });
  expect(await bed.countEnqueued(notifyWinnersJob, winner.rifaId)).toBe(1);
  expect(await bed.countEnqueued(anotherEffect, winner.rifaId)).toBe(1);
});

test('notifies winners once, by notification and mail', async () => {
  bed.mails.length = 0;
  const notify = () => notifyWinnersJob.handle(bed.platform, { rifaId: winner.rifaId });
  await Promise.all([notify(), notify(), notify()]);
  await deliverOutbox(bed.platform);
  expect(bed.mails).toHaveLength(1);
  expect(bed.mails[0]!.subject).toBe('Você ganhou: Prêmio 1 · {loja}');
  expect(bed.mails[0]!.text).toContain('0006');
  expect(bed.mails[0]!.text).toContain(`/resultado/${winner.rifaId}`);
  expect(bed.mails[0]!.html).toContain(`src="${bed.platform.config.publicUrl}/fotos/premio.webp"`);
  expect(await findNotifications()).toHaveLength(1);
});

describe('a claim', () => {
  // @covers community 9: 30 days to claim a prize, with reminders; delivery with a note and a file
  //   [server/draws/prizes/news/remind-winners.job.ts, server/draws/prizes/delivery/deliver-prize.ts]
  test('sends each of the four reminders once', async () => {
    bed.mails.length = 0;
    const counts: number[] = [];
    for (const days of [1, 6, 1, 8, 8, 4]) {
      bed.clock.advance(days * 86_400);
      await remindWinners(bed.platform);
      await remindWinners(bed.platform);
      await deliverOutbox(bed.platform);
      counts.push(bed.mails.filter(({ to }) => to === `${winner.userId}@exemplo.com.br`).length);
    }
    expect(counts).toEqual([0, 1, 1, 2, 3, 3]);
    expect((await readClaim()).reminders).toBe(3);
  });

  test('is restricted to the winner', async () => {
    const otherClaim = { winnerId: winner.id, userId: bed.admins[0], contact };
    expect(await claimPrize(bed.platform, otherClaim)).toEqual({ ok: false, code: 'NOT_FOUND' });
  });

  test('expires at the end of the thirtieth day', async () => {
    bed.clock.advance(3 * 86_400);
    const late = { winnerId: winner.id, userId: winner.userId, contact };
    expect(await claimPrize(bed.platform, late)).toEqual({ ok: false, code: 'OVER' });
    await expirePrizes(bed.platform);
    expect((await readClaim()).state).toBe('expired');
    bed.clock.advance(-32 * 86_400);
    await bed.db
      .updateTable('prizeClaims')
      .set({ state: 'open', expiredAt: null })
      .where('winnerId', '=', winner.id)
      .execute();
  });

  test('accepts a changed contact, and mails each one to the winner', async () => {
    const ownClaim = { winnerId: winner.id, userId: winner.userId, contact };
    bed.mails.length = 0;
    expect(await claimPrize(bed.platform, ownClaim)).toEqual({ ok: true });
    const { claimedAt } = await readClaim();
    bed.clock.advance(60);
    expect(await claimPrize(bed.platform, { ...ownClaim, contact: { ...contact, note: 'à tarde' } })).toEqual(
      {
        ok: true,
      },
    );
    expect(await readClaim()).toMatchObject({ state: 'claimed', claimedAt, contact: { note: 'à tarde' } });
    expect(await claimPrize(bed.platform, { ...ownClaim, contact: { ...contact, note: 'à tarde' } })).toEqual(
      {
        ok: true,
      },
    );
    await deliverOutbox(bed.platform);
    expect(bed.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [`${winner.userId}@exemplo.com.br`, 'Recebemos o pedido do seu prêmio · {loja}'],
      [`${winner.userId}@exemplo.com.br`, 'O contato do seu prêmio mudou · {loja}'],
    ]);
    expect(bed.mails[1]!.text).toContain('Não foi você?');
    bed.mails.length = 0;
    await remindWinners(bed.platform);
    await deliverOutbox(bed.platform);
    expect(bed.mails).toEqual([]);
  });
});

describe('a delivery', () => {
  const deliver = () =>
    deliverPrize(bed.platform, {
      winnerId: winner.id,
      userId: bed.admins[0],
      note: 'Entregue em mãos na loja',
      proof: { type: 'image/jpeg', bytes: Buffer.from('jpeg') },
    });

  test('is rejected while the order’s payment is disputed', async () => {
    const orders = bed.db.updateTable('orders').where('userId', '=', winner.userId);
    await orders.set({ disputedAt: new Date() }).execute();
    expect(await deliver()).toEqual({ ok: false, code: 'ORDER_NOT_PAID' });
    expect(await listOwnPrizes(bed.platform, winner.userId)).toMatchObject([{ isOnHold: true }]);
    await orders.set({ disputedAt: null }).execute();
  });

  test('is rejected while the order is refunded or charged back', async () => {
    const orders = bed.db.updateTable('orders').where('userId', '=', winner.userId);
    for (const status of ['refunded', 'charged_back']) {
      await orders.set({ status }).execute();
      expect(await deliver()).toEqual({ ok: false, code: 'ORDER_NOT_PAID' });
    }
    await orders.set({ status: 'paid' }).execute();
  });

  test('is recorded once, with its proof', async () => {
    const outcomes = await Promise.all([deliver(), deliver()]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await readClaim()).toMatchObject({
      state: 'delivered',
      proofType: 'image/jpeg',
      deliveryNote: 'Entregue em mãos na loja',
    });
    const lateClaim = { winnerId: winner.id, userId: winner.userId, contact };
    expect(await claimPrize(bed.platform, lateClaim)).toEqual({ ok: false, code: 'OVER' });
  });
});

test('links the voucher in the reminder of an unused voucher', () => {
  const prize = {
    winnerId: winner.id,
    userId: winner.userId,
    name: 'Maria Silva',
    email: 'maria@exemplo.com.br',
    rifaId: winner.rifaId,
    rifaTitle: 'Dia de beleza',
    rifaImage: '',
    totalNumbers: 10,
    number: 6,
    position: 1,
    prizeName: null,
    prizeImage: null,
    claimUntil: bed.clock.now(),
    prizeType: 'service',
    taxNote: null,
  };
  const composeText = (voucherStatus: string | null) =>
    composeWinnerMail(
      { ...prize, voucherStatus },
      { publicUrl: 'https://loja.exemplo', kind: 'reminder', taxNote: '' },
    )!.text;
  expect(composeText('pending')).toContain('https://loja.exemplo/meus-vouchers');
  expect(composeText('pending')).not.toContain('como quer receber');
  expect(composeText('expired')).toContain('Pedir o meu prêmio');
});
