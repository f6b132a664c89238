import { call } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leafHash, rootOfPath } from '@mare/domain/draws/sealing/merkle-tree.ts';
import { fromHex, toHex } from '@mare/domain/hex.ts';
import { giftsRoutes } from '../../../orders/gifts/gifts.routes.ts';
import { addBuyer } from '../../../orders/orders.testing.ts';
import { releaseOrder } from '../../../orders/lifecycle/release-order.ts';
import { testContext } from '../../../platform/http/api.testing.ts';
import { createDrawsTestbed, type DrawsTestbed } from '../../draws.testing.ts';
import { drawsRoutes } from '../../draws.routes.ts';
import { mergePeople } from '../../../admin/people/merge-people.ts';
import { readProofs } from '../read-proofs.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

const contextOf = (userId: string) => ({ context: testContext(bed.platform, { userId }) });
const readGiftProof = (reference: string, userId: string) =>
  call(drawsRoutes.giftProof, { reference }, contextOf(userId));

/** Number 7 of an order of three, gifted and claimed. */
async function addGift() {
  const rifaId = await bed.rifa(100);
  const order = await bed.sell(rifaId, [3, 7, 9]);
  const { externalReference, userId: giver } = order;
  const gift = { externalReference, rifaId, numbers: [7], recipientName: 'Vó Nina', email: null };
  const { reference } = await call(giftsRoutes.giveCotas, gift, contextOf(giver));
  const recipient = await addBuyer(bed.db);
  return { ...order, rifaId, giver, recipient, reference };
}

// @covers beyond: proof of a received cota, for its recipient only; 'Comprovante das cotas'
//   [web/app/draws/proof/gift-proof-page.tsx, server/draws/proofs/read-proofs.ts]
test('gives the recipient of a gift a proof of the cota, and no other data of the order', async () => {
  const { rifaId, giver, recipient, reference, externalReference } = await addGift();
  await expect(readGiftProof(reference, recipient)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await call(giftsRoutes.claimGift, { reference }, contextOf(recipient));
  expect(await readGiftProof(reference, recipient)).toMatchObject({
    numbers: [7],
    rifa: { list: null, count: 1 },
  });
  await bed.freeze(rifaId);
  const proof = await readGiftProof(reference, recipient);
  const [cota] = proof.rifa.cotas;
  expect(proof.rifa.cotas).toHaveLength(1);
  expect(cota!.number).toBe(7);
  const path = cota!.path.map(({ side, hash }) => ({ side, hash: fromHex(hash) }));
  expect(toHex(rootOfPath(leafHash(Buffer.from(cota!.line)), path))).toBe(proof.rifa.list!.root);
  expect(cota!.line).toContain(proof.rifa.tag!);
  const text = JSON.stringify(proof);
  for (const secret of [externalReference, giver, 'exemplo.com.br']) expect(text).not.toContain(secret);
  const buyers = await readProofs(bed.db, externalReference, { from: 0, to: 10 });
  expect(buyers!.rifas[0]!.cotas.map(({ number }) => number)).toEqual([3, 9]);
  expect(buyers!.rifas[0]!.opening).not.toBe(proof.rifa.opening);
  for (const stranger of [giver, await addBuyer(bed.db)])
    await expect(readGiftProof(reference, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('proves a given cota after its giver and recipient were merged past the freeze', async () => {
  const { rifaId, giver, recipient, reference, externalReference } = await addGift();
  await call(giftsRoutes.claimGift, { reference }, contextOf(recipient));
  await bed.freeze(rifaId);
  const by = { userId: await addBuyer(bed.db), ipAddress: null };
  const merge = { id: giver, formerId: recipient };
  expect(await mergePeople(bed.platform, by, merge, () => Promise.resolve())).toEqual({ ok: true });
  const [proof] = (await readProofs(bed.db, externalReference, { from: 0, to: 10 }))!.rifas;
  expect(proof!.missing).toEqual([]);
  expect(proof!.cotas.map(({ number }) => number)).toEqual([3, 7, 9]);
});

test('gives no proof of a gift of a refunded order', async () => {
  const { orderId, recipient, reference } = await addGift();
  await call(giftsRoutes.claimGift, { reference }, contextOf(recipient));
  await bed.db.transaction().execute((trx) => releaseOrder(trx, orderId, 'refunded'));
  await expect(readGiftProof(reference, recipient)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
