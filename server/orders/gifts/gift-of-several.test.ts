/** Several cotas in one gift: given, claimed and withdrawn together. */
import { randomUUID } from 'node:crypto';
import { call } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDeletionBlockers } from '../../accounts/privacy/deletion-blockers.ts';
import { mergePeople } from '../../admin/people/merge-people.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { createPaymentsTestbed, paidOrder, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { releaseOrder } from '../lifecycle/release-order.ts';
import { endGiftsOfCotas, notifyRecipients } from './end-gifts.ts';
import { giftsRoutes as routes } from './gifts.routes.ts';
import { sendGiftMailJob } from './send-gift-mail.job.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([sendGiftMailJob]);
});
afterAll(() => bed.close());

const clientOf = (userId: string) => ({ context: testContext(bed.platform, { userId }) });
const claim = (reference: string, userId: string) => call(routes.claimGift, { reference }, clientOf(userId));
const read = (reference: string) => call(routes.gift, { reference }, clientOf(randomUUID()));
const rejected = (reason: string) => ({ code: 'GIFT_REJECTED', data: { reason } });

/** A paid order of four cotas. */
async function addOrderOfFour(rifaId?: string) {
  const order = await paidOrder(bed, { quantity: 4, ...(rifaId && { rifaId }) });
  const { externalReference, numbers, userId } = order;
  const give = (given = numbers, email: string | null = null) =>
    call(
      routes.giveCotas,
      { externalReference, rifaId: order.rifaId, numbers: given, recipientName: 'Vó Nina', email },
      clientOf(userId),
    );
  return { ...order, numbers: [...numbers].sort((one, other) => one - other), give };
}

const limitCotasPerPerson = (rifaId: string, maxPerPerson: number) =>
  bed.pool.query(
    `alter table rifas disable trigger rifa_share_stays;
     update rifas set max_per_person = ${maxPerPerson} where id = '${rifaId}';
     alter table rifas enable trigger rifa_share_stays`,
  );

const shareOf = async (rifaId: string, userId: string) =>
  (
    await bed.db
      .selectFrom('rifaShares')
      .select('cotas')
      .where('rifaId', '=', rifaId)
      .where('userId', '=', userId)
      .executeTakeFirst()
  )?.cotas;

test('the first of many concurrent callers claims all cotas of a gift', async () => {
  const order = await addOrderOfFour();
  const { reference } = await order.give();
  const people = await Promise.all(Array.from({ length: 4 }, () => bed.buyer()));
  const claims = await Promise.allSettled([...people, ...people].map((person) => claim(reference, person)));
  const winners = claims.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(winners).toHaveLength(2);
  expect(winners.every(({ isMine, numbers }) => isMine && numbers.length === 4)).toBe(true);
  const holders = await bed.db
    .selectFrom('cotaGifts')
    .select('recipientId')
    .distinct()
    .where('reference', '=', reference)
    .execute();
  expect(holders).toHaveLength(1);
  const given = await call(
    routes.givenCotas,
    { externalReference: order.externalReference },
    clientOf(order.userId),
  );
  expect(given.gifts).toMatchObject([{ reference, numbers: order.numbers, isClaimed: true }]);
});

test('gives all cotas or none, and concurrent gifts never overlap', async () => {
  const { numbers, give, ...order } = await addOrderOfFour();
  const results = await Promise.allSettled([
    give(numbers.slice(0, 3)),
    give(numbers.slice(1, 4).toReversed()),
    give([numbers[2]!, numbers[2]!]),
  ]);
  const gifts = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(gifts).toHaveLength(1);
  expect(results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))).toMatchObject([
    rejected('already_given'),
    rejected('already_given'),
  ]);
  const rows = await bed.db
    .selectFrom('cotaGifts')
    .select('number')
    .where('orderId', '=', order.id)
    .execute();
  expect(rows).toHaveLength(gifts[0]!.numbers.length);
});

test('withdraws all cotas of a gift, also while they are claimed', async () => {
  const order = await addOrderOfFour();
  const { reference } = await order.give();
  const friend = await bed.buyer();
  const cancel = call(routes.cancelGift, { reference }, clientOf(order.userId));
  await Promise.allSettled([cancel, claim(reference, friend)]);
  const rows = await bed.db
    .selectFrom('cotaGifts')
    .select(['claimedAt', 'cancelledAt'])
    .where('reference', '=', reference)
    .execute();
  const withdrawn = rows.filter((row) => row.cancelledAt !== null).length;
  expect([0, 4]).toContain(withdrawn);
  expect(rows.filter((row) => row.claimedAt !== null)).toHaveLength(4 - withdrawn);
});

test('keeps the rest of a gift valid after the refund of one number', async () => {
  const order = await addOrderOfFour();
  const [returned, ...kept] = order.numbers;
  const { reference } = await order.give();
  // Requested, not refunded yet.
  const refundId = randomUUID();
  await bed.pool.query(
    `insert into refunds (id, provider, payment_id, amount, reason, state, idempotency_key)
       select $1::uuid, provider, payment_id, 1, 'admin', 'requested', $1::text
       from provider_payments where order_id = $2`,
    [refundId, order.id],
  );
  await bed.db
    .insertInto('returnedCotas')
    .values({
      refundId,
      orderId: order.id,
      lineNo: 1,
      rifaId: order.rifaId,
      numbers: [returned!],
      value: '1.00',
      amount: '1.00',
    })
    .execute();
  const friend = await bed.buyer();
  expect(await claim(reference, friend)).toMatchObject({ state: 'claimed', numbers: kept });
  await expect(order.give([returned!])).rejects.toMatchObject(rejected('returned'));

  await bed.db
    .transaction()
    .execute((trx) =>
      endGiftsOfCotas(trx, { orderId: order.id, rifaId: order.rifaId, numbers: kept.slice(0, 2) }),
    );
  expect(await read(reference)).toMatchObject({ state: 'claimed', numbers: kept.slice(2) });
  await bed.db.transaction().execute((trx) => releaseOrder(trx, order.id, 'refunded'));
  expect(await read(reference)).toMatchObject({ state: 'over' });
  await notifyRecipients(bed.db, bed.platform, order.id);
  await notifyRecipients(bed.db, bed.platform, order.id);
  const news = await bed.db
    .selectFrom('notifications')
    .select('message')
    .where('userId', '=', friend)
    .orderBy('createdAt')
    .execute();
  expect(news).toHaveLength(2);
  expect(news[0]!.message).toMatch(/: (?:a cota \d{4}|as 2 cotas \d{4} e \d{4})\.$/);
});

test('counts given cotas towards the limit of the recipient, over all accounts', async () => {
  const rifaId = await bed.rifa();
  const [firstOrder, secondOrder] = [await addOrderOfFour(rifaId), await addOrderOfFour(rifaId)];
  await limitCotasPerPerson(rifaId, 5);
  const [friend, second] = [await bed.buyer(), await bed.buyer()];
  await bed.db.updateTable('profiles').set({ personId: friend }).where('id', '=', second).execute();
  const references = [(await firstOrder.give()).reference, (await secondOrder.give()).reference];
  const claims = await Promise.allSettled([claim(references[0]!, friend), claim(references[1]!, second)]);
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(claims.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: rejected('person_limit'),
  });
  expect(await shareOf(rifaId, friend)).toBe(4);

  const claimed = claims[0].status === 'fulfilled' ? firstOrder : secondOrder;
  await bed.db
    .transaction()
    .execute((trx) =>
      endGiftsOfCotas(trx, { orderId: claimed.id, rifaId, numbers: claimed.numbers.slice(0, 3) }),
    );
  expect(await shareOf(rifaId, friend)).toBe(1);
  await claim(references[claimed === firstOrder ? 1 : 0]!, second);
  expect(await shareOf(rifaId, friend)).toBe(5);
});

test('blocks the deletion of the account of a recipient until the draw', async () => {
  const order = await addOrderOfFour();
  const friend = await bed.buyer();
  await claim((await order.give()).reference, friend);
  expect(await findDeletionBlockers(bed.db, friend, bed.clock.now())).toMatchObject({ openDraws: 1 });
});

test('leaves the cotas with the giver if the recipient is self-excluded', async () => {
  const order = await addOrderOfFour();
  const { reference } = await order.give();
  const friend = await bed.buyer();
  await bed.db
    .insertInto('ownLimits')
    .values({ userId: friend, excludedUntil: new Date('2099-01-01'), updatedAt: bed.clock.now() })
    .execute();
  await expect(claim(reference, friend)).rejects.toMatchObject({
    code: 'NOT_ELIGIBLE',
    data: { reason: 'self_excluded' },
  });
  expect(await read(reference)).toMatchObject({ state: 'open', numbers: order.numbers });
});

test('returns the cotas to their buyer when giver and recipient are merged', async () => {
  const order = await addOrderOfFour();
  const { reference } = await order.give(order.numbers.slice(0, 2));
  const other = await bed.buyer();
  await claim(reference, other);
  const merged = await mergePeople(
    bed.platform,
    { userId: await bed.buyer(), ipAddress: null },
    { id: order.userId, formerId: other },
    async () => {},
  );
  expect(merged).toEqual({ ok: true });
  expect(await read(reference)).toMatchObject({ state: 'over' });
});

test('lists the given cotas with their count in the mail', async () => {
  const order = await addOrderOfFour();
  const sent: Mail[] = [];
  const deps = { ...bed.platform, mailer: { send: async (mail: Mail) => void sent.push(mail) } };
  const { reference } = await order.give(order.numbers, 'nina@exemplo.com.br');
  await sendGiftMailJob.handle(deps, { reference, email: 'nina@exemplo.com.br', giver: 'Maria S.' });
  await deliverOutbox(deps);
  expect(sent[0]!.subject).toMatch(/^Maria S\. deu 4 cotas de presente a você/);
  for (const number of order.numbers) expect(sent[0]!.text).toContain(String(number).padStart(4, '0'));
});
