import { buffer } from 'node:stream/consumers';
import { randomUUID } from 'node:crypto';
import { call } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext } from '../../platform/http/api.testing.ts';
import { giftsRoutes } from '../../orders/gifts/gifts.routes.ts';
import { releaseOrder } from '../../orders/lifecycle/release-order.ts';
import { addBuyer, line } from '../../orders/orders.testing.ts';
import { refundAsAdmin } from '../../payments/refunds/refund-as-admin.ts';
import { applySnapshot } from '../../payments/settlement/apply-snapshot.ts';
import { drawsRoutes } from '../draws.routes.ts';
import { readShopBrand } from '../../settings/read-shop-identity.ts';
import { drawProofPdf } from './proof-pdf.ts';
import { readProofs } from './read-proofs.ts';
import { readReceipt } from './receipts/receipt-image.ts';
import { createOrderDocuments } from './order-documents.routes.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction } from '../draws.testing.ts';
import { pdfText } from '../../platform/documents/pdf-text.testing.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

async function readProofText(reference: string): Promise<string> {
  const response = await createOrderDocuments(bed.platform).request(`/pedido/${reference}/comprovante.pdf`);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  return pdfText(Buffer.from(await response.arrayBuffer()));
}

test('promises no list to a refunded order', async () => {
  const rifaId = await bed.rifa(100, { prizes: 1 });
  const { externalReference } = await bed.sell(rifaId, [5]);
  await bed.db
    .updateTable('orders')
    .set({ status: 'refunded' })
    .where('externalReference', '=', externalReference)
    .execute();
  const refunded = await readProofText(externalReference);
  expect(refunded).toContain('não participam do sorteio');
  expect(refunded).not.toContain('congelada');
});

test('promises no list to an order under dispute', async () => {
  const rifaId = await bed.rifa(100, { prizes: 1 });
  const { externalReference } = await bed.sell(rifaId, [5]);
  await bed.db
    .updateTable('orders')
    .set({ disputedAt: new Date() })
    .where('externalReference', '=', externalReference)
    .execute();
  const disputed = await readProofText(externalReference);
  expect(disputed).toContain('em contestação');
  expect(disputed).not.toContain('congelada');
});

test('says of each rifa of a refunded order whether its cotas take part in the draw', async () => {
  const [drawn, open] = [await bed.rifa(100, { prizes: 1 }), await bed.rifa(100, { prizes: 1 })];
  const order = await bed.sell(drawn, [5]);
  const otherOrder = await bed.sell(open, [7]);
  await bed.freeze(drawn);
  // One order of two rifas.
  await bed.db
    .updateTable('orderItems')
    .set({ orderId: order.orderId, lineNo: 2 })
    .where('orderId', '=', otherOrder.orderId)
    .execute();
  const updateOrder = (values: { status?: string; disputedAt?: Date | null }) =>
    bed.db.updateTable('orders').set(values).where('id', '=', order.orderId).execute();
  await updateOrder({ disputedAt: bed.clock.now() });
  const disputed = await readProofText(order.externalReference);
  expect(disputed.match(/não entram na lista/g)).toHaveLength(1);
  expect(disputed.indexOf('não entram na lista')).toBeGreaterThan(disputed.indexOf('Cota: 0007'));
  await updateOrder({ status: 'refunded', disputedAt: null });
  const refunded = await readProofText(order.externalReference);
  expect(refunded.match(/não participam do sorteio/g)).toHaveLength(1);
  expect(refunded.indexOf('não participam do sorteio')).toBeGreaterThan(refunded.indexOf('Cota: 0007'));
});

test('does not say that a frozen list omits the disputed cotas that it has', async () => {
  const rifaId = await bed.rifa(100, { prizes: 1 });
  const { orderId, externalReference } = await bed.sell(rifaId, [5]);
  await bed.freeze(rifaId);
  await bed.db.updateTable('orders').set({ disputedAt: bed.clock.now() }).where('id', '=', orderId).execute();
  const text = await readProofText(externalReference);
  expect(text).toContain('em contestação');
  expect(text).not.toContain('não entram');
});

test('does not say that a given cota is missing on the list after the order was charged back', async () => {
  const rifaId = await bed.rifa(100, { prizes: 1 });
  const { orderId, userId, externalReference } = await bed.sell(rifaId, [5, 6]);
  const gift = await call(
    giftsRoutes.giveCotas,
    { externalReference, rifaId, numbers: [5], recipientName: 'Nina', email: null },
    { context: testContext(bed.platform, { userId }) },
  );
  await call(
    giftsRoutes.claimGift,
    { reference: gift.reference },
    { context: testContext(bed.platform, { userId: await addBuyer(bed.db) }) },
  );
  await bed.freeze(rifaId);
  await bed.db.transaction().execute((trx) => releaseOrder(trx, orderId, 'charged_back'));
  const text = (await readProofText(externalReference)).replaceAll('\n', ' ');
  expect(text).toContain('Cota 0006');
  expect(text).toContain('Não estão na lista com o código do comprador: 0005');
  expect(text).not.toContain('Fora da lista');
});

// @covers beyond: proof and receipt of an order say which cotas are being refunded
//   [server/orders/returns/numbers-going-back.ts, server/draws/proofs/proof-pdf.ts, server/draws/proofs/receipts/receipt-image.ts]
test('says which cotas are being refunded, until the refund is made or rejected', async () => {
  const [firstRifa, secondRifa] = [await bed.rifa(100, { prizes: 1 }), await bed.rifa(100, { prizes: 1 })];
  const order = await bed.order('pix', { lines: [line(firstRifa, 2, [3, 7]), line(secondRifa, 1, [5])] });
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'approve');
  await applySnapshot(bed.payments, await bed.read(paymentId), 'check');
  const readNotes = async () =>
    (await readReceipt(bed.db, order.externalReference))!.rifas.map(({ numbers, note }) => [numbers, note]);
  expect(await readProofText(order.externalReference)).not.toContain('devolução');
  const refund = { amountCentavos: null, requestId: randomUUID(), note: 'Combinado.', userId: bed.admins[0] };
  await refundAsAdmin(bed.payments, { ...refund, orderId: order.id, rifaIds: [secondRifa] });
  const text = await readProofText(order.externalReference);
  expect(text.match(/A devolução está em andamento/g)).toHaveLength(1);
  expect(text.indexOf('A devolução está')).toBeGreaterThan(text.indexOf('Cota: 0005'));
  expect(await readNotes()).toEqual([
    [[3, 7], null],
    [[5], expect.stringContaining('Devolução em andamento')],
  ]);
  await bed.db.updateTable('refunds').set({ state: 'rejected' }).where('paymentId', '=', paymentId).execute();
  expect(await readProofText(order.externalReference)).not.toContain('devolução');
  expect((await readNotes()).map(([, note]) => note)).toEqual([null, null]);
});

test('does not say that cash still to be handed over has come back', async () => {
  const rifaId = await bed.rifa(100, { prizes: 1 });
  const { orderId, externalReference } = await bed.sell(rifaId, [5]);
  await bed.db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', orderId).execute();
  const proofs = (await readProofs(bed.db, externalReference, { from: 0, to: 1 }))!;
  const shop = await readShopBrand(bed.platform);
  const site = { url: 'https://loja.exemplo', shop, receipt: null };
  const text = pdfText(
    await buffer(drawProofPdf({ ...proofs, cashOwedCentavos: 200 }, externalReference, site)),
  );
  expect(text).not.toContain('O valor voltou');
  expect(text).toMatch(/Falta devolver R\$\s2,00 a quem pagou/);
});

test('has pages only for proved cotas', async () => {
  const rifaId = await bed.rifa(100, { prizes: 1 });
  const { externalReference } = await bed.sell(
    rifaId,
    Array.from({ length: 60 }, (_, at) => at + 1),
  );
  const countPages = async () =>
    (
      await call(
        drawsRoutes.proofs,
        { externalReference, page: 1 },
        { context: testContext(bed.platform, null) },
      )
    ).pages;
  expect(await countPages()).toBe(1);
  await bed.freeze(rifaId);
  expect(await countPages()).toBe(2);
});

test('proves the first cotas of a large order, and says where the others are proved', async () => {
  const rifaId = await bed.rifa(10_000, { prizes: 1 });
  const numbers = Array.from({ length: 300 }, (_, at) => at + 1);
  const { externalReference } = await bed.sell(rifaId, numbers);
  const open = await readProofText(externalReference);
  expect(open).toContain('00300');
  expect(open).not.toContain('caminho');
  await bed.freeze(rifaId);
  const frozen = await readProofText(externalReference);
  expect(frozen).toContain('00300');
  expect(frozen.match(/Cota \d+ · linha/g)).toHaveLength(280);
  expect(frozen.replaceAll('\n', '')).toContain('para as primeiras 280 cotas. O das outras 20 está em');
  expect(frozen).not.toContain('Não estão na lista');
});

test('shows a title with emoji legibly', async () => {
  const rifaId = await bed.rifa(100, { prizes: 1 });
  await bed.db.updateTable('rifas').set({ title: 'Moto 🏍️ 0 km' }).where('id', '=', rifaId).execute();
  const { externalReference } = await bed.sell(rifaId, [5]);
  expect(await readProofText(externalReference)).toContain('Moto 0 km');
});

test('says that all cotas of a rifa were given away', async () => {
  const rifaId = await bed.rifa(100, { prizes: 1 });
  const { orderId, userId, externalReference } = await bed.sell(rifaId, [5]);
  await bed.db
    .insertInto('cotaGifts')
    .values({
      id: randomUUID(),
      reference: randomUUID(),
      orderId,
      rifaId,
      number: 5,
      giverId: userId,
      recipientId: await addBuyer(bed.db),
      recipientName: 'Nina',
      createdAt: bed.clock.now(),
      claimedAt: bed.clock.now(),
    })
    .execute();
  const text = await readProofText(externalReference);
  expect(text).toContain('Nenhuma cota: foram dadas de presente');
  expect(text).not.toContain('Cotas:');
  expect(text).not.toContain('congelada');
});

test('prints letters outside Latin-1 as they are', async () => {
  const rifaId = await bed.rifa(100, { prizes: 1 });
  await bed.db
    .updateTable('rifas')
    .set({ title: 'Festa de Dvořák e Иван' })
    .where('id', '=', rifaId)
    .execute();
  const { externalReference } = await bed.sell(rifaId, [5]);
  await bed.db
    .updateTable('orders')
    .set({ customer: { name: 'Łukasz Świątek' } })
    .where('externalReference', '=', externalReference)
    .execute();
  const text = await readProofText(externalReference);
  for (const words of ['de Łukasz Ś.', 'Festa de Dvořák e Иван', 'Cota: 0005']) expect(text).toContain(words);
});

test('says that a rifa cancelled after its list was frozen is not drawn', async () => {
  const rifaId = await bed.rifa(100, { prizes: 1 });
  const { externalReference } = await bed.sell(rifaId, [5]);
  await bed.freeze(rifaId);
  await bed.db.updateTable('rifas').set({ status: 'cancelled' }).where('id', '=', rifaId).execute();
  expect(await readProofText(externalReference)).toContain('Esta rifa foi cancelada: não haverá sorteio.');
});

// @covers beyond: receipt as page, paper and picture, before and after the draw; 'Baixar em PDF'
test('lists the numbers before the list is frozen and their proofs afterwards', async () => {
  const rifaId = await bed.rifa(100, { prizes: 1 });
  const { externalReference } = await bed.sell(rifaId, [3, 7, 42]);
  const open = await readProofText(externalReference);
  expect(open).toContain('0003, 0007, 0042');
  expect(open).toContain('ainda não foi congelada');
  await bed.runDraw(rifaId, freshExtraction());
  const { merkleRoot } = await bed.db
    .selectFrom('drawLists')
    .select('merkleRoot')
    .where('rifaId', '=', rifaId)
    .executeTakeFirstOrThrow();
  const drawn = await readProofText(externalReference);
  for (const proved of ['0003, 0007, 0042', 'Cota 0003', 'Cota 0007', 'Cota 0042', merkleRoot])
    expect(drawn).toContain(proved);
});
