import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { createWhatsAppChannel } from '../../notifications/whatsapp/whatsapp-channel.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { createHttpApp } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { createDeskTestbed, type DeskTestbed, HOUR, MONDAY } from '../desk/desk.testing.ts';
import { supportRules } from './answer-by-whatsapp.ts';
import { createInboundWhatsAppRoutes } from './inbound-whatsapp.routes.ts';

const SECRETS = ['segredo do aplicativo, o novo', 'segredo do aplicativo, o antigo'];
const VERIFY = 'o que se digita na Meta';
const PHONE = '5582999991234';

let bed: DeskTestbed;
let platform: Platform;
let api: Server;
/** Posted messages and the response status of the API. */
const sent: { to: string; type: string; text?: { body: string } }[] = [];
let status = 200;
let mediaStatus = 200;
let mediaUrl = '';
let photo: Buffer;

beforeAll(async () => {
  bed = await createDeskTestbed();
  photo = await sharp({ create: { width: 3, height: 2, channels: 3, background: '#0af' } })
    .png()
    .toBuffer();
  api = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'POST') {
        sent.push(JSON.parse(Buffer.concat(chunks).toString()) as (typeof sent)[number]);
        response.writeHead(status).end('{}');
      } else if (request.url === '/v1/file') response.end(photo);
      else response.writeHead(mediaStatus).end(JSON.stringify({ url: mediaUrl }));
    });
  });
  api.listen(0, '127.0.0.1');
  await once(api, 'listening');
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}/v1`;
  mediaUrl = `${url}/file`;
  bed.platform.config = {
    ...bed.platform.config,
    whatsApp: { url, accessToken: 'segredo', phoneNumberId: '15550001' },
    whatsAppWebhook: { appSecrets: SECRETS, verifyToken: VERIFY },
  };
  platform = bed.platform;
});
afterAll(async () => {
  api.close();
  await bed.stop();
});
beforeEach(async () => {
  await bed.begin();
  sent.length = 0;
  [status, mediaStatus] = [200, 200];
  await bed.db.deleteFrom('whatsappContacts').execute();
  await confirmPhone(bed.ana, PHONE);
});

async function confirmPhone(userId: string, phone: string, confirmedAt: Date | null = MONDAY): Promise<void> {
  const row = { phone, confirmedAt, codeEndsAt: MONDAY, textVersion: 1 };
  await bed.db
    .insertInto('whatsappContacts')
    .values({ userId, ...row })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute();
}

const app = (on = platform) => createHttpApp(on.log).route('/', createInboundWhatsAppRoutes(on));

function post(body: string, secret = SECRETS[0]!, on = platform): Promise<Response> {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
  return Promise.resolve(app(on).request('/webhooks/whatsapp', { method: 'POST', body, headers }));
}

let ids = 0;
const text = (body: string, changes: object = {}) => ({
  id: `wamid.${++ids}`,
  from: PHONE,
  type: 'text',
  text: { body },
  ...changes,
});
const image = (changes: object = {}) => ({
  id: `wamid.${++ids}`,
  from: PHONE,
  type: 'image',
  image: { id: '42', caption: 'Comprovante' },
  ...changes,
});

const delivery = (messages: object[], phoneNumberId = '15550001') =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        changes: [
          { field: 'messages', value: { metadata: { phone_number_id: phoneNumberId }, messages } },
          {
            field: 'messages',
            value: { metadata: { phone_number_id: phoneNumberId }, statuses: [{ id: 'x' }] },
          },
        ],
      },
    ],
  });

const receive = async (...messages: object[]) => (await post(delivery(messages))).status;
const deliver = () =>
  deliverOutbox(platform, { whatsapp: createWhatsAppChannel(platform) }, { support: supportRules(platform) });
const mailsOfAnswers = async () =>
  (await bed.mails()).filter(({ subject }) => subject.startsWith('Seu ticket foi respondido'));

// @covers beyond: a WhatsApp message of a confirmed phone arrives in the person's ticket, and the answer goes back
//   [server/support/inbound/receive-whatsapp.ts, server/support/inbound/answer-by-whatsapp.ts]
test('adds a message to the open ticket, and answers by WhatsApp', async () => {
  const { id } = await bed.openTicket();
  expect(await receive(text('Paguei e cadê?'))).toBe(200);
  const ticket = await bed.desk().ticket({ id });
  expect(ticket.replies).toMatchObject([{ message: 'Paguei e cadê?', channel: 'whatsapp', fromDesk: false }]);
  expect(ticket.whatsAppUntil).toBe(new Date(bed.now.getTime() + 24 * HOUR).toISOString());
  const answered = await bed.desk().answer({ id, message: 'Já está confirmado.\n\nBoa sorte!' });
  expect(answered.replies[1]).toMatchObject({ channel: 'whatsapp', fromDesk: true });
  await deliver();
  await deliver();
  expect(sent).toMatchObject([
    { to: PHONE, type: 'text', text: { body: 'Já está confirmado.\n\nBoa sorte!' } },
  ]);
  expect(await mailsOfAnswers()).toEqual([]);
  expect(await bed.notificationsOf(bed.ana)).toEqual(['Seu ticket foi respondido']);
});

test('opens one ticket for several concurrent messages without an open ticket', async () => {
  const sentTexts = ['Oi', 'Cadê?', 'Paguei', 'Ontem', 'Alô', 'Ei'];
  await Promise.all(sentTexts.map((each) => receive(text(each))));
  const [ticket, ...more] = await bed.author().myTickets();
  expect(more).toEqual([]);
  const thread = await bed.author().thread({ id: ticket!.id });
  expect(thread).toMatchObject({ subject: 'Mensagem por WhatsApp', channel: 'whatsapp' });
  const received = [thread.message, ...thread.replies.map(({ message }) => message)];
  expect(received.toSorted()).toEqual(sentTexts.toSorted());
});

test('adds a redelivered message once, also under concurrency', async () => {
  const { id } = await bed.openTicket();
  const message = text('Uma vez');
  expect(await Promise.all([1, 2, 3].map(() => receive(message)))).toEqual([200, 200, 200]);
  expect(await receive(message, text('Outra'))).toBe(200);
  const { replies } = await bed.desk().ticket({ id });
  expect(replies.map(({ message: sentTexts }) => sentTexts)).toEqual(['Uma vez', 'Outra']);
});

test('requires a valid signature, and verifies the webhook by its token', async () => {
  const body = delivery([text('Oi')]);
  expect((await post(body, SECRETS[1])).status).toBe(200);
  expect((await post(delivery([text('Oi')]), 'outro')).status).toBe(401);
  expect((await app().request('/webhooks/whatsapp', { method: 'POST', body })).status).toBe(401);
  const none = { ...platform, config: { ...platform.config, whatsAppWebhook: null } };
  expect((await post(body, SECRETS[0], none)).status).toBe(404);
  const verify = (query: string) => app().request(`/webhooks/whatsapp?${query}`);
  const asked = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.verify_token': VERIFY,
    'hub.challenge': '1158201444',
  });
  expect(await (await verify(String(asked))).text()).toBe('1158201444');
  asked.set('hub.challenge', '<script>');
  expect((await verify(String(asked))).status).toBe(400);
  asked.set('hub.verify_token', 'errado');
  expect((await verify(String(asked))).status).toBe(403);
  expect((await verify('')).status).toBe(403);
});

test('ignores unconfirmed phones and messages to other numbers', async () => {
  const { id } = await bed.openTicket();
  await confirmPhone(await addBuyer(bed.db), '5582988887777', null);
  await receive(text('Oi', { from: '5582988887777' }), text('Oi', { from: '5582977776666' }));
  await post(delivery([text('Oi')], '999'));
  expect((await bed.desk().ticket({ id })).replies).toEqual([]);
  expect((await bed.desk().queue({})).total).toBe(1);
  // A number without the ninth digit belongs to the same phone.
  await receive(text('Oi', { from: '558299991234' }));
  expect((await bed.desk().ticket({ id })).replies).toHaveLength(1);
});

test('assigns a number to the person who confirmed it last', async () => {
  const bia = await addBuyer(bed.db);
  await confirmPhone(bia, PHONE, new Date(MONDAY.getTime() + HOUR));
  await receive(text('Sou a Bia'));
  expect(await bed.author().myTickets()).toEqual([]);
  expect(await bed.author(bia).myTickets()).toHaveLength(1);
});

test('adds photos, and lists files that cannot be shown', async () => {
  const { id } = await bed.openTicket();
  expect(await receive(image(), { id: 'wamid.audio', from: PHONE, type: 'audio', audio: { id: '1' } })).toBe(
    200,
  );
  const { replies } = await bed.desk().ticket({ id });
  expect(replies[0]).toMatchObject({
    message: 'Comprovante',
    file: { name: 'foto.jpg', type: 'image/jpeg' },
  });
  expect(replies[1]!.message).toContain('[Áudio recebido por WhatsApp');
});

test('omits a missing file, one at a foreign host and one that is not a photo; retries an outage', async () => {
  const { id } = await bed.openTicket();
  const good = mediaUrl;
  mediaStatus = 404;
  await receive(image());
  mediaStatus = 200;
  mediaUrl = 'https://mal.example/segredo';
  await receive(image());
  mediaUrl = good;
  mediaStatus = 500;
  const message = image();
  expect(await receive(message)).toBe(503);
  mediaStatus = 200;
  expect(await receive(message)).toBe(200);
  const { replies } = await bed.desk().ticket({ id });
  expect(replies.map(({ file }) => file === null)).toEqual([true, true, false]);
  expect(replies[0]!.message).toBe('Comprovante\n\n[Arquivo não recebido: só fotos e PDF de até 5 MB]');
});

test('answers by mail after 24 hours or without consent', async () => {
  const { id } = await bed.openTicket();
  await receive(text('Oi'));
  await bed.db.deleteFrom('whatsappContacts').execute();
  expect((await bed.desk().answer({ id, message: 'Sem consentimento' })).replies[1]!.channel).toBe('site');
  await confirmPhone(bed.ana, PHONE);
  bed.now = new Date(MONDAY.getTime() + 24 * HOUR);
  expect((await bed.desk().ticket({ id })).whatsAppUntil).toBeNull();
  await bed.desk().answer({ id, message: 'Tarde' });
  await deliver();
  expect(sent).toEqual([]);
  expect(await mailsOfAnswers()).toHaveLength(2);
});

test.each([400, 500])('mails an answer once that WhatsApp rejects with %i', async (answered) => {
  const { id } = await bed.openTicket();
  await receive(text('Oi'));
  status = answered;
  await bed.desk().answer({ id, message: 'Resposta' });
  await deliver();
  bed.now = new Date(MONDAY.getTime() + HOUR);
  await deliver();
  expect(await mailsOfAnswers()).toHaveLength(1);
  expect((await bed.desk().ticket({ id })).replies[1]!.channel).toBe('site');
});

test('accepts messages to a resolved ticket for a day, and none to a closed one', async () => {
  const { id } = await bed.openTicket();
  await bed.desk().setStatus({ id, status: 'resolved' });
  await receive(text('Obrigada!'));
  expect((await bed.desk().ticket({ id })).replies).toHaveLength(1);
  await bed.desk().setStatus({ id, status: 'closed' });
  await receive(text('Voltou'));
  expect(await bed.author().myTickets()).toHaveLength(2);
});

test('limits a flood by one person, and accepts any delivery without an error', async () => {
  const { id } = await bed.openTicket();
  const flood = Array.from({ length: 31 }, (_, n) => text(`${n}`));
  expect(await receive(...flood)).toBe(429);
  expect((await bed.desk().ticket({ id })).replies).toHaveLength(30);
  for (const body of ['', '{', 'null', '[]', '{"entry":1}', '{"entry":[{"changes":[null]}]}'])
    expect([body, (await post(body)).status]).toEqual([body, 400]);
  const odd = [null, 'x', { id: 1 }, text('', { type: 'reaction' }), text('a\0b\ud800')];
  expect((await post(delivery(odd as object[]))).status).toBe(429);
});
