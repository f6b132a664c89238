import { createRouterClient } from '@orpc/server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendAuthNoticeJob } from '../../accounts/messages/send-auth-notice.job.ts';
import { whatsAppRoutes } from '../../accounts/whatsapp/whatsapp.routes.ts';
import { queueAutomatedMails } from '../../campaigns/automations/queue-automated-mails.ts';
import { notifyWinner } from '../../draws/prizes/news/notify-winners.job.ts';
import { notifyOrderJob } from '../../orders/news/notify-order.job.ts';
import { line, request } from '../../orders/orders.testing.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { type WhatsAppSender, whatsAppSenderOf } from '../../platform/messages/whatsapp.ts';
import { startPushService } from '../push/push.testing.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { queueWhatsApp, type WhatsAppNews } from './queue-whatsapp.ts';
import { createWhatsAppChannel } from './whatsapp-channel.ts';
import { whatsAppMessage } from './whatsapp-messages.ts';

let bed: PaymentsTestbed;
/** Responds to every request with one status. */
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  service = await startPushService();
});
afterEach(() => service.stop());

const clientOf = (userId: string) =>
  createRouterClient(whatsAppRoutes, { context: testContext(bed.platform, { userId }) });
const sender = () =>
  whatsAppSenderOf(
    {
      whatsApp: { url: `${service.origin}/v1`, accessToken: 'segredo', phoneNumberId: '15550001' },
      demo: false,
      mailboxDir: null,
    },
    bed.platform.random,
  );
const deliver = (by: WhatsAppSender | null = sender()) =>
  deliverOutbox(bed.platform, { whatsapp: createWhatsAppChannel(bed.platform, by) });
const queue = (news: WhatsAppNews) =>
  bed.db.transaction().execute((trx) => queueWhatsApp(trx, bed.platform, news));
const readSentParameters = () =>
  service.received.map(
    ({ body }) =>
      JSON.parse(body.toString()) as {
        to: string;
        template: { name: string; components: { type: string; parameters: { text: string }[] }[] };
      },
  );

/** The newest code sent to a phone. The outbox may also hold codes of other tests. */
async function receiveCode(phone: string): Promise<string> {
  await deliver();
  const to = `55${phone.replaceAll(/\D/g, '')}`;
  return readSentParameters().findLast((message) => message.to === to)!.template.components[0]!.parameters[0]!
    .text;
}

/** A buyer with a confirmed phone. */
async function addBuyerWithPhone(phone = '(82) 99999-1234'): Promise<string> {
  const userId = await bed.buyer();
  await clientOf(userId).startWhatsApp({ phone, textVersion: 1 });
  await clientOf(userId).confirmWhatsApp({ code: await receiveCode(phone) });
  service.received.length = 0;
  return userId;
}

async function paidOrder(userId: string, rifaId: string) {
  const reserved = await bed.orderBatchWriter.reserve(request(userId, [line(rifaId, 3)]));
  if (!reserved.ok) throw new Error(reserved.code);
  const { order } = reserved;
  await bed.db.transaction().execute((trx) => settleOrder(trx, order.id, bed.clock.now()));
  return { ...order, numbers: reserved.lines[0]!.numbers };
}

// @covers beyond: WhatsApp opt-in for a phone verified by a code; each message once; 'Ligar avisos', 'Desligar'
//   [server/notifications/whatsapp/whatsapp-channel.ts, server/platform/messages/whatsapp.ts]
test('confirms a phone by code and shows only its last digits', async () => {
  const userId = await bed.buyer();
  expect(await clientOf(userId).whatsApp()).toEqual({ state: 'off', phoneEnd: null });
  expect(await clientOf(userId).startWhatsApp({ phone: '82 99999-1234', textVersion: 1 })).toEqual({
    state: 'confirming',
    phoneEnd: '1234',
  });
  const { content } = await bed.db
    .selectFrom('outbox')
    .select('content')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  await deliver();
  const [message] = readSentParameters();
  expect(message).toMatchObject({ to: '5582999991234', type: 'template', template: { name: 'codigo' } });
  const code = message!.template.components[0]!.parameters[0]!.text;
  expect(content!.toString('latin1')).not.toContain(code);
  const wrongCode = code === '000000' ? '000001' : '000000';
  await expect(clientOf(userId).confirmWhatsApp({ code: wrongCode })).rejects.toMatchObject({
    code: 'CODE_INVALID',
  });
  expect(await clientOf(userId).confirmWhatsApp({ code })).toEqual({ state: 'on', phoneEnd: '1234' });
  await expect(clientOf(userId).confirmWhatsApp({ code })).rejects.toMatchObject({ code: 'CODE_INVALID' });
  expect(await clientOf(userId).stopWhatsApp()).toEqual({ state: 'off', phoneEnd: null });
});

test('needs a recent proof for another number after the first, also once messages are off', async () => {
  const userId = await bed.buyer();
  const context = { ...testContext(bed.platform, { userId }), missingProof: async () => 'password' as const };
  const client = createRouterClient(whatsAppRoutes, { context });
  await client.startWhatsApp({ phone: '(82) 99999-1240', textVersion: 1 });
  await client.confirmWhatsApp({ code: await receiveCode('(82) 99999-1240') });
  const replace = () => client.startWhatsApp({ phone: '(82) 99999-1241', textVersion: 1 });
  await expect(replace()).rejects.toMatchObject({ code: 'RECENT_PROOF_REQUIRED' });
  expect(await client.whatsApp()).toEqual({ state: 'on', phoneEnd: '1240' });
  await client.stopWhatsApp();
  await expect(replace()).rejects.toMatchObject({ code: 'RECENT_PROOF_REQUIRED' });
});

test('notifies the owner of a confirmed number, on the site and by mail', async () => {
  const userId = await addBuyerWithPhone('(82) 99999-1242');
  const { db, pool } = bed.platform;
  const events = await db
    .selectFrom('auth.securityEvents')
    .select('event')
    .where('userId', '=', userId)
    .execute();
  expect(events).toEqual([{ event: 'whatsapp_confirmed' }]);
  const notices = await db.selectFrom('notifications').select('title').where('userId', '=', userId).execute();
  expect(notices).toEqual([{ title: 'Avisos por WhatsApp ligados' }]);
  const { email } = await db
    .selectFrom('auth.users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { rows } = await pool.query(`select data from pgboss.job where name = $1 and data ->> 'to' = $2`, [
    sendAuthNoticeJob.name,
    email,
  ]);
  expect(rows).toMatchObject([
    { data: { notice: 'whatsapp_confirmed', facts: [['Número', 'termina em 1242']] } },
  ]);
});

test('expires a code after five wrong attempts or 10 minutes', async () => {
  const userId = await bed.buyer();
  const code = async () => {
    const phone = '(82) 99999-1235';
    await clientOf(userId).startWhatsApp({ phone, textVersion: 1 });
    return receiveCode(phone);
  };
  const first = await code();
  const wrongCode = first === '000000' ? '000001' : '000000';
  const guesses = Array.from({ length: 5 }, () => clientOf(userId).confirmWhatsApp({ code: wrongCode }));
  await Promise.allSettled(guesses);
  await expect(clientOf(userId).confirmWhatsApp({ code: first })).rejects.toMatchObject({
    code: 'CODE_INVALID',
  });
  const second = await code();
  bed.clock.advance(601);
  await expect(clientOf(userId).confirmWhatsApp({ code: second })).rejects.toMatchObject({
    code: 'CODE_INVALID',
  });
});

test('rejects non-mobile phones and rate-limits codes', async () => {
  const userId = await bed.buyer();
  const start = (phone: string) => clientOf(userId).startWhatsApp({ phone, textVersion: 1 });
  await expect(start('ana@exemplo.com.br')).rejects.toMatchObject({ code: 'INVALID_MOBILE_PHONE' });
  await expect(start('82 3333-4444')).rejects.toMatchObject({ code: 'INVALID_MOBILE_PHONE' });
  for (let attempt = 0; attempt < 5; attempt++) await start('(82) 99999-1236');
  await expect(start('(82) 99999-1236')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await expect(clientOf(userId).resendWhatsAppCode()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

test('sends another code to the same phone until it is confirmed', async () => {
  const userId = await bed.buyer();
  const phone = '(82) 99999-1245';
  expect(await clientOf(userId).resendWhatsAppCode()).toEqual({ state: 'off', phoneEnd: null });
  await clientOf(userId).startWhatsApp({ phone, textVersion: 1 });
  const first = await receiveCode(phone);
  expect(await clientOf(userId).resendWhatsAppCode()).toEqual({ state: 'confirming', phoneEnd: '1245' });
  const second = await receiveCode(phone);
  expect(second).not.toBe(first);
  await expect(clientOf(userId).confirmWhatsApp({ code: first })).rejects.toMatchObject({
    code: 'CODE_INVALID',
  });
  await clientOf(userId).confirmWhatsApp({ code: second });
  const sent = service.received.length;
  expect(await clientOf(userId).resendWhatsAppCode()).toEqual({ state: 'on', phoneEnd: '1245' });
  await deliver();
  expect(service.received).toHaveLength(sent);
});

test('announces a payment with its numbers once over all job retries', async () => {
  const userId = await addBuyerWithPhone('(82) 99999-1237');
  const rifaId = await bed.rifa();
  const order = await paidOrder(userId, rifaId);
  await Promise.all(
    [1, 2].map(() => notifyOrderJob.handle(bed.platform, { orderId: order.id, kind: 'paid' })),
  );
  await Promise.all([deliver(), deliver()]);
  expect(service.received).toHaveLength(1);
  const { path, headers } = service.received[0]!;
  expect(path).toBe('/v1/15550001/messages');
  expect(headers.authorization).toBe('Bearer segredo');
  const [{ template }] = readSentParameters() as [ReturnType<typeof readSentParameters>[number]];
  expect(template.name).toBe('pagamento_confirmado');
  const [, numbers] = template.components[0]!.parameters.map(({ text }) => text);
  expect(numbers!.split(', ').map(Number)).toEqual(order.numbers);
  expect(service.received[0]!.body.toString()).not.toContain(order.externalReference);
});

test('announces draws and prizes to people who opted in', async () => {
  await bed.db.updateTable('emailAutomations').set({ active: true }).execute();
  const [userId, rifaId] = [await addBuyerWithPhone('(82) 99999-1238'), await bed.rifa()];
  await paidOrder(userId, rifaId);
  await paidOrder(await bed.buyer(), rifaId);
  const drawDate = new Date(bed.clock.now().getTime() + 3600_000);
  await bed.db.updateTable('rifas').set({ drawDate }).where('id', '=', rifaId).execute();
  await queueAutomatedMails(bed.platform);
  await queueAutomatedMails(bed.platform);
  await deliver();
  const prize = {
    winnerId: bed.platform.random.uuid(),
    userId,
    name: 'Ana Lima',
    email: null,
    rifaId,
    rifaTitle: 'Moto',
    totalNumbers: 1000,
    number: 7,
    position: 1,
    rifaImage: '',
    prizeImage: null,
    prizeName: 'Uma moto',
    claimUntil: new Date(),
    voucherStatus: null,
    prizeType: null,
    taxNote: null,
  };
  await bed.db
    .insertInto('rifaWinners')
    .values({ id: prize.winnerId, rifaId, winnerName: prize.name, winnerNumber: 7, winnerPosition: 1 })
    .execute();
  for (const kind of ['won', 'won', 'reminder'] as const) await notifyWinner(bed.platform, prize, kind, '');
  await deliver();
  expect(readSentParameters().map(({ template }) => template.name)).toEqual([
    'sorteio_amanha',
    'voce_ganhou',
  ]);
  expect(service.received.map(({ body }) => body.toString()).join()).not.toContain('Ana');
});

test('sends nothing after consent was withdrawn', async () => {
  const userId = await addBuyerWithPhone('(82) 99999-1239');
  const news: WhatsAppNews = {
    userId,
    topic: 'draw',
    template: 'sorteio_amanha',
    parameters: ['a', 'b'],
    deduplicationKey: 'no',
  };
  await queue(news);
  await clientOf(userId).stopWhatsApp();
  await deliver();
  expect(service.received).toHaveLength(0);
});

test.each([429, 500, 401])('retries after status %i and sends once', async (status) => {
  const userId = await addBuyerWithPhone(`(82) 99999-2${status}`);
  const news: WhatsAppNews = {
    userId,
    topic: 'draw',
    template: 'sorteio_amanha',
    parameters: ['Moto', 'x'],
    deduplicationKey: `trouble-${status}`,
  };
  service.answer(status);
  await queue(news);
  await deliver();
  service.answer(200);
  bed.clock.advance(5);
  await deliver();
  await queue(news);
  await deliver();
  expect(service.received).toHaveLength(2);
});

test('does not retry an undeliverable number', async () => {
  const userId = await addBuyerWithPhone('(82) 99999-1240');
  const news: WhatsAppNews = {
    userId,
    topic: 'draw',
    template: 'sorteio_amanha',
    parameters: ['Moto', 'x'],
    deduplicationKey: 'gone',
  };
  service.answer(400);
  await queue(news);
  await deliver();
  bed.clock.advance(3600);
  await deliver();
  expect(service.received).toHaveLength(1);
});

test('flattens template parameters to one line; unavailable without an account', async () => {
  await sender()!.send(whatsAppMessage('5582999991234', 'sorteio_amanha', ['Moto\n\t na   orla', 'x']));
  expect(readSentParameters()[0]!.template.components[0]!.parameters[0]!.text).toBe('Moto na orla');
  const unconfigured = { whatsApp: null, demo: false, mailboxDir: '/tmp/nowhere' };
  expect(whatsAppSenderOf(unconfigured, bed.platform.random)).toBeNull();
});
