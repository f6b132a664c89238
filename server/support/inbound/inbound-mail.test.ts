import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addBuyer } from '../../orders/orders.testing.ts';
import type { Platform } from '../../platform/platform.ts';
import { createDeskTestbed, type DeskTestbed, HOUR } from '../desk/desk.testing.ts';
import { ANA, createMailDelivery, raw, SECRETS } from './inbound-mail.testing.ts';

let bed: DeskTestbed;
let platform: Platform;
let inbox: ReturnType<typeof createMailDelivery>;
beforeAll(async () => {
  bed = await createDeskTestbed();
  const mailReplies = { address: 'suporte@entrada.example', secrets: SECRETS };
  bed.platform.config = { ...bed.platform.config, mailReplies };
  platform = bed.platform;
  inbox = createMailDelivery(bed);
});
afterAll(() => bed.stop());
beforeEach(() => bed.begin());

// @covers beyond: a reply to a ticket's mail arrives in the ticket, with its photos, once
//   [server/support/inbound/receive-mail.ts, domain/support/inbound/strip-quoted.ts]
test('adds a reply to the ticket without the quoted mail, and threads the next mail', async () => {
  const { id, headers } = await inbox.answeredTicket();
  expect(headers['Reply-To']).toMatch(/^suporte\+[a-z2-7]{26}@entrada\.example$/);
  const root = `<ticket-${id}@mare.example>`;
  expect(headers).toMatchObject({ 'In-Reply-To': root, References: root });
  const text = `R$ 20,00. Obrigada!\r\n\r\nEm seg., 16 de nov. às 10:00, Maré <x@mare.example> escreveu:\r\n\r\n> Qual é o valor?`;
  const reply = raw({ to: headers['Reply-To']!, text, messageId: '<resposta-1@exemplo.com.br>' });
  expect((await inbox.post(reply)).status).toBe(204);
  expect(await bed.desk().ticket({ id })).toMatchObject({
    awaitingAnswer: true,
    replies: [{ fromDesk: true }, { fromDesk: false, message: 'R$ 20,00. Obrigada!', channel: 'email' }],
  });
  expect(await bed.notificationsOf(bed.rui)).toEqual(['Nova resposta em um ticket seu']);
  await bed.desk().answer({ id, message: 'Devolvido.' });
  expect((await bed.mails()).at(-1)!.headers).toMatchObject({
    'Reply-To': headers['Reply-To'],
    'In-Reply-To': '<resposta-1@exemplo.com.br>',
    References: `${root} <resposta-1@exemplo.com.br>`,
  });
});

test('accepts both secrets of a rotation, rejects others, and returns 404 without configuration', async () => {
  const { id, headers } = await inbox.answeredTicket();
  const mail = (n: number) => raw({ to: headers['Reply-To']!, messageId: `<${n}@exemplo.com.br>` });
  expect((await inbox.post(mail(1), { secret: SECRETS[1] })).status).toBe(204);
  expect((await inbox.post(mail(2), { secret: 'outro segredo qualquer' })).status).toBe(401);
  expect((await inbox.post(mail(3), { headers: { 'webhook-timestamp': '1' } })).status).toBe(401);
  expect((await inbox.post(mail(4), { headers: { 'webhook-signature': '' } })).status).toBe(401);
  const none = { ...platform, config: { ...platform.config, mailReplies: null } };
  expect((await inbox.post(mail(5), { on: none })).status).toBe(404);
  expect(await inbox.repliesOf(id)).toHaveLength(2);
});

test('does not change mails without configuration', async () => {
  const before = platform.config;
  platform.config = { ...before, mailReplies: null };
  try {
    const { id } = await bed.openTicket();
    await bed.desk().answer({ id, message: 'Oi' });
    for (const { headers, text } of await bed.mails()) {
      expect(Object.keys(headers!)).toEqual(['Message-ID']);
      expect(text).not.toContain('responder este e-mail');
    }
  } finally {
    platform.config = before;
  }
});

test('adds a mail with several concurrent deliveries once', async () => {
  const { id, headers } = await inbox.answeredTicket();
  const mail = raw({ to: headers['Reply-To']!, messageId: '<uma@exemplo.com.br>' });
  const answers = await Promise.all(Array.from({ length: 4 }, () => inbox.post(mail)));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  // Without a Message-ID, the delivery id identifies the mail.
  const bare = raw({ to: headers['Reply-To']!, text: 'Sem id' });
  await Promise.all([1, 2, 3].map(() => inbox.post(bare, { id: 'entrega-1' })));
  expect((await inbox.repliesOf(id)).map(({ message }) => message)).toEqual([
    'Qual é o valor?',
    'Ainda nada.',
    'Sem id',
  ]);
});

test('rejects the token from another sender, and a forged sender without the token', async () => {
  const { id, headers } = await inbox.answeredTicket();
  const mails = [
    raw({ from: 'Zé <ze@exemplo.com.br>', to: headers['Reply-To']!, messageId: '<1@z>' }),
    raw({ to: 'suporte@entrada.example', messageId: '<2@z>' }),
    raw({ to: `suporte+${'a'.repeat(26)}@entrada.example`, messageId: '<3@z>' }),
    raw({
      to: headers['Reply-To']!,
      messageId: '<4@z>',
      headers: ['Authentication-Results: mx.example; dmarc=fail header.from=exemplo.com.br'],
    }),
  ];
  for (const mail of mails) expect((await inbox.post(mail)).status).toBe(204);
  expect(await inbox.repliesOf(id)).toHaveLength(1);
  expect((await bed.author().myTickets()).map((ticket) => ticket.id)).toEqual([id]);
  const { tickets } = await bed.desk().queue({});
  expect(tickets.filter(({ contactSubject }) => contactSubject === 'outro')).toHaveLength(4);
  // No answer is sent to an e-mail address that may be forged.
  expect(
    (await bed.mails()).filter(({ subject }) => subject.startsWith('Recebemos')).map(({ to }) => to),
  ).toEqual([ANA]);
});

test('limits unknown senders, and ignores their files', async () => {
  for (let n = 0; n < 7; n++)
    expect(
      (
        await inbox.postJson({
          from: 'ze@exemplo.com.br',
          to: 'suporte@entrada.example',
          text: 'Oi',
          messageId: `<${n}@z>`,
        })
      ).status,
    ).toBe(204);
  expect(await inbox.ticketCount()).toBe(5);
  const file = { filename: 'pix\u202egnp.exe.png', content: (await photo()).toString('base64') };
  await inbox.postJson({
    from: 'bia@exemplo.com.br',
    to: 'suporte@entrada.example',
    text: 'Veja',
    attachments: [file],
  });
  const { message } = (await bed.db
    .selectFrom('supportTickets')
    .select('message')
    .where('contactEmail', '=', 'bia@exemplo.com.br')
    .executeTakeFirst())!;
  expect(message).toBe('Veja\n\n[Anexo não recebido: pixgnp.exe.png]');
});

const photo = () =>
  sharp({ create: { width: 3, height: 2, channels: 3, background: '#0af' } })
    .png()
    .toBuffer();

test('checks photos and PDFs of a mail like uploads, five at most', async () => {
  const { id, headers } = await inbox.answeredTicket();
  const script = Buffer.from('%PDF-1.7\n1 0 obj<</JavaScript 1>>endobj\nstartxref\n9\n%%EOF');
  const attachments = [
    ...(await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (n) => ({ filename: `${n}.png`, content: await photo() })),
    )),
    { filename: 'conta.pdf', content: script },
    { filename: 'virus.exe', content: Buffer.from('MZ') },
  ].map(({ filename, content }) => ({ filename, content: content.toString('base64') }));
  const sent = await inbox.postJson({
    from: `"Ana" <${ANA.toUpperCase()}>`,
    to: [headers['Reply-To']!.toUpperCase()],
    html: '<p>Segue o <b>comprovante</b></p><blockquote>antigo</blockquote>',
    messageId: '<fotos@z>',
    attachments,
  });
  expect(sent.status).toBe(204);
  const [, text, ...files] = await inbox.repliesOf(id);
  expect(text!.message).toBe(
    'Segue o comprovante\n\n[Anexo não recebido: 6.png]\n[Anexo não recebido: conta.pdf]\n[Anexo não recebido: virus.exe]',
  );
  expect(files.map(({ file }) => file)).toEqual(
    [1, 2, 3, 4, 5].map((n) => ({ name: `${n}.png`, type: 'image/jpeg' })),
  );
});

test('ignores automatic mails and mails of the shop itself', async () => {
  const { id, headers } = await inbox.answeredTicket();
  const to = headers['Reply-To']!;
  const mails = [
    raw({ to, messageId: '<1@p>', headers: ['Auto-Submitted: auto-replied'] }),
    raw({ to, messageId: '<2@p>', headers: ['Precedence: bulk'] }),
    raw({ to, messageId: '<3@p>', from: 'MAILER-DAEMON@mx.example' }),
    raw({ to, messageId: '<4@p>', from: to }),
    raw({ to, messageId: '<5@p>', from: 'nao-responda@maredasorte.example' }),
    raw({ to, messageId: '<6@p>', text: '  ' }),
  ];
  for (const mail of mails) expect((await inbox.post(mail)).status).toBe(204);
  expect(await inbox.repliesOf(id)).toHaveLength(1);
  expect(await inbox.ticketCount()).toBe(1);
  // Our own confirmations carry Auto-Submitted.
  expect((await bed.mails())[0]!.headers).toMatchObject({ 'Auto-Submitted': 'auto-generated' });
});

test('stops an automatic responder at the message limit of the ticket', async () => {
  const { id, headers } = await inbox.answeredTicket();
  for (let n = 0; n < 30; n++) await inbox.post(raw({ to: headers['Reply-To']!, messageId: `<${n}@l>` }));
  const secondReply = await inbox.post(raw({ to: headers['Reply-To']!, messageId: '<31@l>' }));
  expect([secondReply.status, Number(secondReply.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await inbox.repliesOf(id)).toHaveLength(31);
});

test('reopens a resolved ticket on a reply, and opens a new one instead of a closed ticket', async () => {
  const { id, headers } = await inbox.answeredTicket();
  await bed.desk().setStatus({ id, status: 'resolved' });
  await inbox.post(raw({ to: headers['Reply-To']!, messageId: '<1@r>' }));
  expect(await bed.desk().ticket({ id })).toMatchObject({ status: 'in_progress', resolvedAt: null });
  await bed.desk().setStatus({ id, status: 'closed' });
  bed.now = new Date(bed.now.getTime() + HOUR);
  await inbox.post(raw({ to: headers['Reply-To']!, messageId: '<2@r>', subject: 'Voltou  o\tproblema' }));
  expect(await inbox.repliesOf(id)).toHaveLength(2);
  const [newest, old] = await bed.author().myTickets();
  expect([newest!.subject, old!.id]).toEqual(['Voltou o problema', id]);
  expect(await bed.author().thread({ id: newest!.id })).toMatchObject({
    channel: 'email',
    message: 'Ainda nada.',
  });
});

test('delivers to the kept ticket by the address of a merged one', async () => {
  const { id: fromId, headers } = await inbox.answeredTicket();
  const { id } = await bed.openTicket('Outro');
  await bed.desk().merge({ id, fromId });
  await inbox.post(raw({ to: headers['Reply-To']!, messageId: '<m@m>' }));
  expect((await inbox.repliesOf(id)).at(-1)).toMatchObject({ message: 'Ainda nada.', channel: 'email' });
});

test('lets a visitor reply by mail, and answers by mail', async () => {
  const bia = 'bia@exemplo.com.br';
  await bed.author(null).sendMessage({ name: 'Bia', email: bia, subject: 'premio', message: 'Cadê?' });
  const [confirmation] = await bed.mails();
  await inbox.post(raw({ from: bia, to: confirmation!.headers!['Reply-To']!, messageId: '<v@v>' }));
  const [{ id } = { id: '' }] = (await bed.desk().queue({})).tickets;
  expect(await inbox.repliesOf(id)).toMatchObject([{ message: 'Ainda nada.', channel: 'email' }]);
  await bed.desk().answer({ id, message: 'Chega amanhã.' });
  const answer = (await bed.mails()).at(-1)!;
  expect(answer).toMatchObject({ to: bia, headers: { 'In-Reply-To': '<v@v>' } });
  expect(answer.text).toContain('é só responder este e-mail');
});

test('rejects mails from a former address of the account', async () => {
  const other = await addBuyer(bed.db);
  await bed.db
    .updateTable('profiles')
    .set({ email: 'nova@exemplo.com.br' })
    .where('id', '=', other)
    .execute();
  const { id } = await bed.author(other).openTicket({ subject: 'Oi', message: 'Oi' });
  const [{ headers } = { headers: {} as Record<string, string> }] = await bed.mails();
  await bed.db
    .updateTable('profiles')
    .set({ email: 'outra@exemplo.com.br' })
    .where('id', '=', other)
    .execute();
  await inbox.post(raw({ from: 'nova@exemplo.com.br', to: headers!['Reply-To']!, messageId: '<c@c>' }));
  expect(await inbox.repliesOf(id)).toEqual([]);
});

test('accepts any delivery without an error', async () => {
  const hostile: [body: string | Uint8Array, type: string, status: number][] = [
    ['', 'message/rfc822', 400],
    ['nada', 'message/rfc822', 400],
    [new Uint8Array([0, 255, 254, 10, 13, 0]), 'message/rfc822', 400],
    ['{', 'application/json', 400],
    ['null', 'application/json', 400],
    ['{"from":"x","to":[]}', 'application/json', 400],
    [JSON.stringify({ raw: Buffer.from('x').toString('base64') }), 'application/json', 400],
    [raw({ from: 'a@b.example\0', to: 'x@y.example', text: 'a\0b\ud800' }), 'message/rfc822', 204],
    [
      raw({ to: 'x@y.example', messageId: `<${'a'.repeat(5000)}@x>`, subject: '\0'.repeat(10) }),
      'message/rfc822',
      204,
    ],
    [
      `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'.repeat(500)}`,
      'message/rfc822',
      400,
    ],
  ];
  for (const [body, type, status] of hostile) {
    const answer = await inbox.post(body, { type });
    expect([String(body).slice(0, 40), answer.status]).toEqual([String(body).slice(0, 40), status]);
  }
});

test('stores no address in the deduplication key of a delivery', async () => {
  const { headers } = await inbox.answeredTicket();
  await inbox.post(raw({ to: headers['Reply-To']!, messageId: '<k@k>' }));
  const { key } = await bed.db.selectFrom('supportInbound').select('key').executeTakeFirstOrThrow();
  const token = headers['Reply-To']!.slice('suporte+'.length).split('@')[0]!;
  expect(key).toEqual(createHash('sha256').update(`<k@k>\n${ANA}\n${token}`).digest());
});
