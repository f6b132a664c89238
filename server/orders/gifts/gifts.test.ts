/** Gifts of cotas: permissions, claims and the owner on the list of the draw. */
import { call } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSoldCotas } from '../../draws/list/read-sold-cotas.ts';
import { erasePerson } from '../../accounts/privacy/erase-person.ts';
import { createPaymentsTestbed, paidOrder, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { untilBlocked } from '../../platform/database/until-blocked.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { findOrderByReference } from '../reading/find-order.ts';
import { addBuyer } from '../orders.testing.ts';
import { listHoldings } from '../own/list-holdings.ts';
import { releaseOrder } from '../lifecycle/release-order.ts';
import { notifyRecipients } from './end-gifts.ts';
import { giftsRoutes as routes } from './gifts.routes.ts';
import { linesWithoutGifts } from './lines-without-gifts.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { sendGiftMailJob } from './send-gift-mail.job.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([sendGiftMailJob]);
});
afterAll(() => bed.close());

async function addOrderToGive(recipientName = 'Vó Nina') {
  const order = await paidOrder(bed);
  const give = (number: number, by = order.userId, email: string | null = null) =>
    call(
      routes.giveCotas,
      {
        externalReference: order.externalReference,
        rifaId: order.rifaId,
        numbers: [number],
        recipientName,
        email,
      },
      clientOf(by),
    );
  return { ...order, give };
}

const clientOf = (userId: string) => ({ context: testContext(bed.platform, { userId }) });
const claim = (reference: string, userId: string) => call(routes.claimGift, { reference }, clientOf(userId));
const rejected = (reason: string) => ({ code: 'GIFT_REJECTED', data: { reason } });

/** Owner of a number on the list of the draw. */
async function holderOf(rifaId: string, number: number): Promise<string | undefined> {
  const cotas = await bed.db.transaction().execute((trx) => readSoldCotas(trx, rifaId, 1000));
  return cotas.buyers[cotas.holders[number]! - 1];
}

test('lists a claimed cota under its recipient and the others under the buyer', async () => {
  const order = await addOrderToGive();
  const [given, kept] = order.numbers;
  const { reference } = await order.give(given!);
  const recipient = await bed.buyer();
  expect(await holderOf(order.rifaId, given!)).toBe(order.userId);
  expect(await claim(reference, recipient)).toMatchObject({
    state: 'claimed',
    isMine: true,
    numbers: [given],
  });
  expect(await claim(reference, recipient)).toMatchObject({ isMine: true });
  const stored = (await findOrderByReference(bed.db, order.externalReference))!;
  expect((await linesWithoutGifts(bed.db, stored)).flatMap(({ numbers }) => numbers)).toEqual(
    order.numbers.filter((number) => number !== given),
  );
  expect(await holderOf(order.rifaId, given!)).toBe(recipient);
  expect(await holderOf(order.rifaId, kept!)).toBe(order.userId);
  const held = async (userId: string) => (await listHoldings(bed.platform, [userId], { page: 1 })).holdings;
  expect(await held(recipient)).toMatchObject([
    {
      rifaId: order.rifaId,
      quantity: 1,
      numbers: [given],
      received: [{ reference, numbers: [given] }],
      receipts: [],
    },
  ]);
  expect(await held(order.userId)).toMatchObject([
    { rifaId: order.rifaId, quantity: order.numbers.length - 1, received: [], givenAway: 1 },
  ]);
  expect((await held(order.userId))[0]!.numbers).not.toContain(given);
});

test('the name of the recipient leaves the notification of the giver with the account', async () => {
  const order = await addOrderToGive('Nina que aceitou “tudo”');
  const { reference } = await order.give(order.numbers[0]!);
  const recipient = await bed.buyer();
  await claim(reference, recipient);
  const readMessage = () =>
    bed.db
      .selectFrom('notifications')
      .select('message')
      .where('userId', '=', order.userId)
      .where('title', '=', 'Seu presente foi aceito')
      .executeTakeFirstOrThrow();
  const { message } = await readMessage();
  const told = message.replace('Nina que aceitou “tudo” aceitou ', '');
  expect(told).not.toBe(message);
  await bed.db.transaction().execute((trx) => erasePerson(trx, { userId: recipient, email: null }));
  expect(await readMessage()).toEqual({ message: `Uma pessoa aceitou ${told}` });
});

test('accepts one of many concurrent gifts or claims of a cota', async () => {
  const order = await addOrderToGive();
  const number = order.numbers[0]!;
  const given = await Promise.allSettled(Array.from({ length: 6 }, () => order.give(number)));
  const gifts = given.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(gifts).toHaveLength(1);
  const people = await Promise.all(Array.from({ length: 6 }, () => bed.buyer()));
  const claims = await Promise.allSettled(people.map((person) => claim(gifts[0]!.reference, person)));
  const winners = people.filter((_, index) => claims[index]!.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  expect(await holderOf(order.rifaId, number)).toBe(winners[0]);
});

test.each([
  ['birth_date_unknown', { cpf: '52998224725' }],
  // A second account of a self-excluded person has no CPF, because the first one holds it.
  ['cpf_unknown', { birthDate: '1990-02-28', cpf: null }],
] as const)('a recipient is known as a buyer is: %s', async (reason, details) => {
  const order = await addOrderToGive();
  const { reference } = await order.give(order.numbers[0]!);
  const recipient = await addBuyer(bed.db, { city: 'Maceió', state: 'AL', ...details });
  await expect(claim(reference, recipient)).rejects.toMatchObject({ code: 'NOT_ELIGIBLE', data: { reason } });
});

test('ends the gift on a refund; the next buyer owns the number', async () => {
  const order = await addOrderToGive();
  const number = order.numbers[0]!;
  const { reference } = await order.give(number);
  const recipient = await bed.buyer();
  await claim(reference, recipient);
  await bed.db.transaction().execute((trx) => releaseOrder(trx, order.id, 'refunded'));
  expect(await call(routes.gift, { reference }, clientOf(recipient))).toMatchObject({ state: 'over' });
  expect(await listHoldings(bed.platform, [recipient], { page: 1 })).toMatchObject({ holdings: [] });
  expect(await holderOf(order.rifaId, number)).toBeUndefined();
});

test('does not say that a gift left a list that had closed', async () => {
  const order = await addOrderToGive();
  const { reference } = await order.give(order.numbers[0]!);
  const recipient = await bed.buyer();
  await claim(reference, recipient);
  await bed.db.updateTable('rifas').set({ status: 'closed' }).where('id', '=', order.rifaId).execute();
  await bed.db.transaction().execute((trx) => releaseOrder(trx, order.id, 'charged_back'));
  await notifyRecipients(bed.db, bed.platform, order.id);
  const { message } = await bed.db
    .selectFrom('notifications')
    .select('message')
    .where('userId', '=', recipient)
    .executeTakeFirstOrThrow();
  expect(message).not.toContain('Já não vale');
  expect(message).toContain('Uma lista do sorteio que já tinha fechado não muda');
});

test('leaves no gift of a refunded order after a concurrent claim', async () => {
  const order = await addOrderToGive();
  const number = order.numbers[0]!;
  const { reference } = await order.give(number);
  const recipient = await bed.buyer();
  await Promise.allSettled([
    claim(reference, recipient),
    bed.db.transaction().execute((trx) => releaseOrder(trx, order.id, 'refunded')),
  ]);
  expect(await holderOf(order.rifaId, number)).toBeUndefined();
  expect(await call(routes.gift, { reference }, clientOf(recipient))).toMatchObject({ state: 'over' });
});

test('rejects strangers, the giver, ineligible people, and everyone after the sales end', async () => {
  const order = await addOrderToGive();
  const [number, other] = order.numbers;
  const stranger = await bed.buyer();
  await expect(order.give(number!, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(order.give(1_000_000)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const { reference } = await order.give(number!);
  await expect(order.give(number!)).rejects.toMatchObject(rejected('already_given'));
  await expect(claim(reference, order.userId)).rejects.toMatchObject(rejected('own'));
  const elsewhere = await bed.buyer();
  await bed.db
    .updateTable('profiles')
    .set({ city: 'Recife', state: 'PE' })
    .where('id', '=', elsewhere)
    .execute();
  await expect(claim(reference, elsewhere)).rejects.toMatchObject({ code: 'NOT_ELIGIBLE' });

  await bed.db.updateTable('rifas').set({ allowGifts: false }).where('id', '=', order.rifaId).execute();
  await expect(order.give(other!)).rejects.toMatchObject(rejected('switched_off'));
  await bed.db
    .updateTable('rifas')
    .set({ status: 'closed', allowGifts: true })
    .where('id', '=', order.rifaId)
    .execute();
  await expect(order.give(other!)).rejects.toMatchObject(rejected('sales_over'));
  await expect(claim(reference, stranger)).rejects.toMatchObject(rejected('sales_over'));
});

test.each([
  ['excluded', { cpf: '52998224725' }],
  ['other_city', { city: 'Recife', state: 'PE' }],
  ['vip_only', {}],
] as const)(
  'during a pause, rejects a recipient who may not buy and accepts one who may: %s',
  async (reason, details) => {
    const order = await addOrderToGive();
    const number = order.numbers[0]!;
    const { reference } = await order.give(number);
    const home = { city: 'Maceió', state: 'AL', birthDate: '1980-01-01' };
    const recipient = await addBuyer(bed.db, { ...home, ...details });
    await bed.db
      .updateTable('rifas')
      .set({ pausedAt: bed.clock.now(), pauseReason: 'Um momento.', vipOnly: reason === 'vip_only' })
      .where('id', '=', order.rifaId)
      .execute();
    const excluded = { cpf: '52998224725', note: 'Irmão', addedBy: order.userId, addedAt: new Date() };
    if (reason === 'excluded') await bed.db.insertInto('excludedPeople').values(excluded).execute();
    await expect(claim(reference, recipient)).rejects.toMatchObject({
      code: 'NOT_ELIGIBLE',
      data: { reason },
    });
    await bed.db.deleteFrom('excludedPeople').execute();
    expect(await holderOf(order.rifaId, number)).toBe(order.userId);
    const vip = await bed.buyer();
    await bed.db.updateTable('profiles').set({ segment: 'vip' }).where('id', '=', vip).execute();
    await claim(reference, vip);
    expect(await holderOf(order.rifaId, number)).toBe(vip);
  },
);

test('rejects a claim during which the sales end', async () => {
  const order = await addOrderToGive();
  const number = order.numbers[0]!;
  const { reference } = await order.give(number);
  const recipient = await addBuyer(bed.db, { city: 'Recife', state: 'PE', birthDate: '1980-01-01' });
  const claiming = await bed.db.transaction().execute(async (trx) => {
    await trx.selectFrom('profiles').select('id').where('id', '=', recipient).forUpdate().execute();
    const claimed = claim(reference, recipient).catch((error: unknown) => error);
    await untilBlocked(bed.platform.pool);
    await bed.db.updateTable('rifas').set({ status: 'closed' }).where('id', '=', order.rifaId).execute();
    return { claimed };
  });
  expect(await claiming.claimed).toMatchObject(rejected('sales_over'));
});

// @covers storefront 2: dashboard: 'Minhas Rifas', 'Histórico'; given cotas do not count, received ones do
test('withdraws an unclaimed gift, which can be given again', async () => {
  const order = await addOrderToGive();
  const number = order.numbers[0]!;
  const { reference } = await order.give(number);
  const stranger = await bed.buyer();
  await expect(call(routes.cancelGift, { reference }, clientOf(stranger))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await call(routes.cancelGift, { reference }, clientOf(order.userId));
  await expect(claim(reference, stranger)).rejects.toMatchObject(rejected('withdrawn'));
  const again = await order.give(number);
  await claim(again.reference, stranger);
  await expect(
    call(routes.cancelGift, { reference: again.reference }, clientOf(order.userId)),
  ).rejects.toMatchObject(rejected('claimed'));
});

test('mails the recipient once, and not for a withdrawn gift', async () => {
  const order = await addOrderToGive();
  const sent: Mail[] = [];
  const deps = { ...bed.platform, mailer: { send: async (mail: Mail) => void sent.push(mail) } };
  const { reference } = await order.give(order.numbers[0]!, order.userId, 'nina@exemplo.com.br');
  const payload = { reference, email: 'nina@exemplo.com.br', giver: 'Maria S.' };
  await sendGiftMailJob.handle(deps, payload);
  await sendGiftMailJob.handle(deps, payload);
  await deliverOutbox(deps);
  expect(sent.map(({ to }) => to)).toEqual(['nina@exemplo.com.br']);
  expect(sent[0]!.text).toContain(`/presente/${reference}`);
  const { reference: taken } = await order.give(order.numbers[1]!);
  await call(routes.cancelGift, { reference: taken }, clientOf(order.userId));
  await sendGiftMailJob.handle(deps, { ...payload, reference: taken });
  await deliverOutbox(deps);
  expect(sent).toHaveLength(1);
});
