/** Messages to buyers and winners about a draw, a correction and a cancellation. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOrderByReference } from '../../orders/reading/find-order.ts';
import { line } from '../../orders/orders.testing.ts';
import { sendRefunds } from '../../payments/payments.testing.ts';
import { refundRifa } from '../../payments/refunds/cancelled/refund-rifa.ts';
import { withdrawOrder } from '../../payments/refunds/withdraw-order.ts';
import { applySnapshot } from '../../payments/settlement/apply-snapshot.ts';
import { closeRifa } from '../../rifas/closing/close-rifa.ts';
import { changeRifaState } from '../../rifas/management/change-rifa-state.ts';
import { drawRifa } from '../draw-rifa.ts';
import { freshExtraction, PRIZES } from '../draws.testing.ts';
import { freezeList } from '../list/freeze-list.ts';
import { notifyWinnersJob } from '../prizes/news/notify-winners.job.ts';
import { createDrawNewsTestbed, type DrawNewsTestbed, subjectsOfMailsTo } from './draw-news.testing.ts';

let bed: DrawNewsTestbed;
beforeAll(async () => {
  bed = await createDrawNewsTestbed();
});
afterAll(() => bed.close());

test('notifies buyers of a cancellation and its reason, even if their orders are already refunded', async () => {
  const rifaId = await bed.rifa(10);
  const userId = await bed.buyerWith(rifaId, [1]);
  const version = 1;
  const changed = await changeRifaState(bed.platform, null, {
    id: rifaId,
    version,
    to: 'cancelled',
    note: 'o prêmio não está mais disponível',
  });
  expect(changed.ok).toBe(true);
  // Same rows as after a refund at the provider.
  await bed.db
    .updateTable('orders')
    .set({ status: 'refunded' })
    .where('id', 'in', (eb) => eb.selectFrom('orderItems').select('orderId').where('rifaId', '=', rifaId))
    .where('status', '=', 'paid')
    .execute();
  await bed.db
    .insertInto('orderEvents')
    .columns(['orderId', 'kind', 'source'])
    .expression((eb) =>
      eb
        .selectFrom('orderItems')
        .select(['orderId', eb.val('refund_requested').as('kind'), eb.val('rifa_cancelled').as('source')])
        .where('rifaId', '=', rifaId),
    )
    .execute();
  await bed.deliver(rifaId);
  expect(await bed.notificationTitles(userId, rifaId)).toEqual(['A rifa foi cancelada']);
  const mail = bed.mails.findLast(({ to }) => to.startsWith(userId));
  expect(mail!.text).toContain('Motivo: o prêmio não está mais disponível');
});

test('notifies a buyer of the cancelled rifa of an order, and not of the other one after its refund', async () => {
  const [cancelled, otherRifaId] = [await bed.rifa(10), await bed.rifa(10)];
  const lines = [line(cancelled, 2), line(otherRifaId, 1)];
  const { id, externalReference, userId } = await bed.order('pix', { lines });
  const paymentId = await bed.paymentId(externalReference);
  const applyPayment = async () => applySnapshot(bed.context, await bed.read(paymentId), 'check');
  const refundAndApply = async () => {
    await sendRefunds(bed.context);
    await applyPayment();
  };
  await bed.transition(paymentId, 'approve');
  await applyPayment();
  const version = 1;
  await changeRifaState(bed.platform, null, { id: cancelled, version, to: 'cancelled', note: 'Sem prêmio.' });
  await refundRifa(bed.context, cancelled);
  await refundAndApply();
  expect(await bed.status(id)).toBe('paid');
  await bed.deliver(cancelled);
  expect(await bed.notificationTitles(userId, cancelled)).toEqual(['A rifa foi cancelada']);

  const order = (await findOrderByReference(bed.db, externalReference))!;
  await withdrawOrder({ context: bed.context } as Parameters<typeof withdrawOrder>[0], order);
  await refundAndApply();
  expect(await bed.status(id)).toBe('refunded');
  await bed.record(otherRifaId, { kind: 'moved', drawDate: '2030-05-18T23:00:00.000Z' });
  await bed.deliver(otherRifaId);
  expect(await bed.notificationTitles(userId, otherRifaId)).toEqual([]);
});

test('sends the right news to buyers and winners, from the freeze to a correction', async () => {
  const rifaId = await bed.rifa(10, { prizes: 1 });
  const extraction = freshExtraction();
  // The last digit of the first prize is 6, after the correction 2.
  const winner = await bed.buyerWith(rifaId, [6]);
  const correctedWinner = await bed.buyerWith(rifaId, [2]);
  const participant = await bed.buyerWith(rifaId, [1, 3]);
  await closeRifa(bed.platform, rifaId, 'due');
  await freezeList(bed.platform, rifaId);
  await bed.seal(rifaId, extraction);
  await bed.seal(rifaId, extraction + 1, bed.day, 'engano no número');
  // This moves the clock past the draw, so this test must be the last.
  await bed.waitForLottery();
  await bed.confirmOfficially(PRIZES, extraction + 1);
  await drawRifa(bed.platform, rifaId, async () => {});
  await Promise.all([1, 2].map(() => bed.deliver(rifaId)));
  await notifyWinnersJob.handle(bed.platform, { rifaId });
  const before = ['A lista do sorteio está fechada', 'O sorteio está lacrado', 'O sorteio mudou de extração'];
  expect(await bed.notificationTitles(winner, rifaId)).toEqual([...before, 'Você ganhou: Prêmio 1']);
  expect(await bed.notificationTitles(participant, rifaId)).toEqual([...before, 'Saiu o resultado']);

  await bed.confirmOfficially(['14292', ...PRIZES.slice(1)], extraction + 1);
  await drawRifa(bed.platform, rifaId, async () => {});
  await notifyWinnersJob.handle(bed.platform, { rifaId });
  await bed.deliver(rifaId);
  await bed.deliver(rifaId);
  expect(await bed.notificationTitles(winner, rifaId)).toEqual([
    ...before,
    'Você ganhou: Prêmio 1',
    'O resultado foi corrigido',
    'O prêmio que avisamos não é seu',
  ]);
  expect(await bed.notificationTitles(participant, rifaId)).toEqual([
    ...before,
    'Saiu o resultado',
    'O resultado foi corrigido',
  ]);
  expect((await bed.notificationTitles(correctedWinner, rifaId)).toSorted()).toEqual(
    [...before, 'Saiu o resultado', 'O resultado foi corrigido', 'Você ganhou: Prêmio 1'].toSorted(),
  );
  expect(subjectsOfMailsTo(bed.mails, winner).slice(-2)).toEqual([
    'O resultado foi corrigido',
    'O prêmio que avisamos não é seu',
  ]);
});

test('does not notify a winner whom a correction removed before', async () => {
  const rifaId = await bed.rifa(10, { prizes: 1 });
  await bed.db
    .updateTable('rifas')
    .set({ drawDate: new Date('2031-05-14T22:00:00Z') })
    .where('id', '=', rifaId)
    .execute();
  const userId = await bed.buyerWith(rifaId, [6]);
  await bed.buyerWith(rifaId, [2]);
  await bed.freeze(rifaId);
  const extraction = freshExtraction();
  await bed.seal(rifaId, extraction, '2031-05-14');
  bed.clock.advance(366 * 86_400);
  await bed.confirmOfficially(PRIZES, extraction, '2031-05-14');
  await drawRifa(bed.platform, rifaId, async () => {});
  await bed.confirmOfficially(['14292', ...PRIZES.slice(1)], extraction, '2031-05-14');
  await drawRifa(bed.platform, rifaId, async () => {});
  await notifyWinnersJob.handle(bed.platform, { rifaId });
  await bed.deliver(rifaId);
  expect(await bed.notificationTitles(userId, rifaId)).not.toContain('O prêmio que avisamos não é seu');
  expect(await bed.notificationTitles(userId, rifaId)).not.toContain('Você ganhou: Prêmio 1');
});

test('a winner keeps a prize that another of their numbers wins after a correction', async () => {
  const rifaId = await bed.rifa(10, { prizes: 1 });
  const day = '2032-05-12';
  await bed.db
    .updateTable('rifas')
    .set({ drawDate: new Date(`${day}T22:00:00Z`) })
    .where('id', '=', rifaId)
    .execute();
  const userId = await bed.buyerWith(rifaId, [6, 2]);
  await bed.subscribe(userId);
  await bed.freeze(rifaId);
  const extraction = freshExtraction();
  await bed.seal(rifaId, extraction, day);
  bed.clock.advance(366 * 86_400);
  await bed.confirmOfficially(PRIZES, extraction, day);
  await drawRifa(bed.platform, rifaId, async () => {});
  await bed.deliver(rifaId);
  await notifyWinnersJob.handle(bed.platform, { rifaId });
  await bed.confirmOfficially(['14292', ...PRIZES.slice(1)], extraction, day);
  await drawRifa(bed.platform, rifaId, async () => {});
  await notifyWinnersJob.handle(bed.platform, { rifaId });
  await bed.deliver(rifaId);
  const titles = await bed.notificationTitles(userId, rifaId);
  expect(titles).not.toContain('O prêmio que avisamos não é seu');
  expect(titles.slice(-3)).toEqual([
    'Você ganhou: Prêmio 1',
    'O resultado foi corrigido',
    'O prêmio continua seu, por outro número',
  ]);
  const mail = bed.mails.findLast(({ subject }) => subject.includes('continua seu'));
  expect(mail!.text).toContain('o seu número 0006');
  expect(mail!.text).toContain('quem ganha Prêmio 1 é o seu número 0002');
  expect(subjectsOfMailsTo(bed.mails, userId)).not.toContain('O prêmio que avisamos não é seu');
  expect(await bed.pushedTo(userId)).toEqual(['prize', 'draw-news']);
});
