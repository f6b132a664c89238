import { call } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergePeople } from '../../../admin/people/merge-people.ts';
import { deliverOutbox } from '../../../mail/outbox/outbox.testing.ts';
import { giftsRoutes } from '../../../orders/gifts/gifts.routes.ts';
import { releaseOrder } from '../../../orders/lifecycle/release-order.ts';
import { testContext } from '../../../platform/http/api.testing.ts';
import { mailReceipt } from './mail-receipt.ts';
import { createReceiptsTestbed, type ReceiptsTestbed } from './receipts.testing.ts';

let bed: ReceiptsTestbed;
beforeAll(async () => {
  bed = await createReceiptsTestbed();
});
afterAll(() => bed.close());

test('does not prove a returned number that another buyer has on the list', async () => {
  const rifaId = await bed.rifa(100);
  const refunded = await bed.buy(rifaId, [40, 41]);
  await bed.db.transaction().execute((trx) => releaseOrder(trx, refunded.orderId, 'refunded'));
  const later = await bed.buy(rifaId, [41]);
  await bed.freeze(rifaId);
  await bed.signLog();
  const [refundedReceipt, laterReceipt] = [await bed.readReceipt(refunded), await bed.readReceipt(later)];
  if (refundedReceipt?.state !== 'ready' || laterReceipt?.state !== 'ready') throw new Error('not ready');
  expect(refundedReceipt.missing).toEqual([{ rifaId, totalNumbers: 100, numbers: [40, 41] }]);
  expect(bed.verify(refundedReceipt.file).lists[0]!.cotas).toEqual([]);
  expect(bed.verify(laterReceipt.file).lists[0]!.cotas).toHaveLength(1);
});

test('proves a cota on the list for its buyer after it was given and the recipient merged', async () => {
  const rifaId = await bed.rifa(100);
  const order = await bed.buy(rifaId, [50, 51]);
  const contextOf = (userId: string) => ({ context: testContext(bed.platform, { userId }) });
  const { reference } = await call(
    giftsRoutes.giveCotas,
    { externalReference: order.reference, rifaId, numbers: [51], recipientName: 'Nina', email: null },
    contextOf(order.userId),
  );
  const [recipient, kept] = [await bed.buyer(), await bed.buyer()];
  await call(giftsRoutes.claimGift, { reference }, contextOf(recipient));
  await bed.freeze(rifaId);
  await bed.signLog();
  const by = { userId: kept, ipAddress: null };
  const merge = { id: kept, formerId: recipient };
  expect(await mergePeople(bed.platform, by, merge, () => Promise.resolve())).toEqual({ ok: true });
  expect(await bed.readReceipt(order)).toMatchObject({ missing: [] });
});

test('mails the receipt again to a corrected address', async () => {
  const order = await bed.buy(await bed.rifa(100), [9]);
  await bed.signLog();
  const mailFile = () => mailReceipt(bed.platform, order);
  await mailFile();
  await bed.db
    .updateTable('orders')
    .set({ customer: { name: 'Maria da Silva', email: 'nova@exemplo.com.br' } })
    .where('id', '=', order.orderId)
    .execute();
  expect(await mailFile()).toEqual({ sentTo: 'n***@exemplo.com.br' });
  const before = bed.mails.length;
  await deliverOutbox(bed.platform);
  expect(
    bed.mails
      .slice(before)
      .filter(({ subject }) => subject.includes('comprovante'))
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(['maria@exemplo.com.br', 'nova@exemplo.com.br']);
});

test('promises no place on a list in the mail of a refunded order', async () => {
  const order = await bed.buy(await bed.rifa(100), [9]);
  await bed.db.transaction().execute((trx) => releaseOrder(trx, order.orderId, 'refunded'));
  await bed.signLog();
  await mailReceipt(bed.platform, order);
  const before = bed.mails.length;
  await deliverOutbox(bed.platform);
  const mail = bed.mails.slice(before).find(({ subject }) => subject.includes('comprovante'));
  expect(mail!.text).toContain('este pedido existiu');
  expect(mail!.text).not.toContain('estavam na lista');
});
