/** Typing and read signals of a ticket, over HTTP to another process. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuthService, type TestAuthService } from '../accounts/accounts.testing.ts';
import {
  connect,
  type OtherProcess,
  startOtherProcess,
} from '../notifications/live-notifications.testing.ts';
import { sendNotification } from '../notifications/send-notification.ts';
import { startJobs } from '../platform/jobs/jobs.ts';
import { assignInTurnJob } from './assignment/assign-in-turn.job.ts';
import { answerTicket } from './desk/actions/answer-ticket.ts';
import { markReadByAuthor, markReadByDesk } from './mark-read.ts';
import { sendTicketMailJob } from './send-ticket-mail.job.ts';
import { signalAuthorTyping, signalDeskTyping } from './signal-ticket.ts';

let service: TestAuthService;
let otherProcess: OtherProcess;
let names = 0;

beforeAll(async () => {
  service = await startAuthService();
  const { pool, log } = service.platform;
  const { connectionString } = pool.options as { connectionString: string };
  const jobs = await startJobs(connectionString, log, false);
  await jobs.prepare([assignInTurnJob, sendTicketMailJob]);
  await jobs.stop();
  otherProcess = await startOtherProcess(service);
});
afterAll(async () => {
  await otherProcess.stop();
  await service.stop();
});

async function browserOf(name: string, role: 'buyer' | 'support' = 'buyer') {
  const { userId, client } = await otherProcess.person(`${++names}@exemplo.com.br`);
  await service.platform.db
    .updateTable('profiles')
    .set({ name, role, adminSince: null })
    .where('id', '=', userId)
    .execute();
  const stream = await connect(client);
  await stream.next();
  return { userId, client, stream };
}

/** The next event of a stream after everything that was sent to it. */
async function readNextEvent({ userId, stream }: Awaited<ReturnType<typeof browserOf>>): Promise<string> {
  await sendNotification(service.platform.db, service.platform, {
    userId,
    type: 'info',
    title: 'fim',
    message: 'Olá',
  });
  return stream.title();
}

test('sends typing signals to the other side in another process, and to no other person', async () => {
  const { platform } = service;
  const [ana, rui, lia] = [
    await browserOf('Ana Lessa'),
    await browserOf('Rui Prado', 'support'),
    await browserOf('Lia Reis', 'support'),
  ];
  const stranger = await browserOf('Joca Dias');
  const { id } = await ana.client.support.openTicket({ subject: 'Pix', message: 'Cadê?' });

  expect(await signalAuthorTyping(platform, id, ana.userId)).toBe(true);
  const typing = { kind: 'ticket', ticketId: id, change: 'typing' };
  expect(await rui.stream.next()).toEqual({ ...typing, by: 'author', name: null });
  expect(await lia.stream.next()).toEqual({ ...typing, by: 'author', name: null });

  expect(await signalDeskTyping(platform, id, rui.userId)).toBe(true);
  expect(await ana.stream.next()).toEqual({ ...typing, by: 'desk', name: null });
  expect(await lia.stream.next()).toEqual({ ...typing, by: 'desk', name: 'Rui P.' });

  expect(await signalAuthorTyping(platform, id, stranger.userId)).toBe(false);
  for (const browser of [ana, rui, lia, stranger]) expect(await readNextEvent(browser)).toBe('fim');
  for (const { stream } of [ana, rui, lia, stranger]) stream.close();
});

test('sends no signal after a role was removed', async () => {
  const { platform } = service;
  const [ana, rui, lia] = [
    await browserOf('Ana'),
    await browserOf('Rui', 'support'),
    await browserOf('Lia', 'support'),
  ];
  const { id } = await ana.client.support.openTicket({ subject: 'Pix', message: 'Cadê?' });
  await platform.db.updateTable('profiles').set({ role: 'buyer' }).where('id', '=', rui.userId).execute();
  await signalAuthorTyping(platform, id, ana.userId);
  expect(await lia.stream.next()).toMatchObject({ kind: 'ticket', ticketId: id });
  expect(await readNextEvent(rui)).toBe('fim');
});

test('signals reading to both sides, and replies to the desk', async () => {
  const { platform } = service;
  const [ana, rui, lia] = [
    await browserOf('Ana'),
    await browserOf('Rui', 'support'),
    await browserOf('Lia', 'support'),
  ];
  const { id } = await ana.client.support.openTicket({ subject: 'Pix', message: 'Cadê?' });
  const changed = { kind: 'ticket', ticketId: id, change: 'changed', name: null };
  await markReadByDesk(platform, id);
  for (const { stream } of [ana, rui, lia]) expect(await stream.next()).toEqual({ ...changed, by: 'desk' });
  await markReadByAuthor(platform, id, ana.userId);
  for (const { stream } of [ana, rui, lia]) expect(await stream.next()).toEqual({ ...changed, by: 'author' });
  await ana.client.support.reply({ id, message: 'Alguém?' });
  for (const { stream } of [rui, lia]) expect(await stream.next()).toEqual({ ...changed, by: 'author' });
  await answerTicket(platform, { userId: rui.userId, ipAddress: '' }, { ticketId: id, message: 'Já vi.' });
  expect(await lia.stream.next()).toEqual({ ...changed, by: 'desk' });
});

test('stores no signal, and repeats none to a reconnecting browser', async () => {
  const { platform } = service;
  const [ana, rui] = [await browserOf('Ana'), await browserOf('Rui', 'support')];
  const { id } = await ana.client.support.openTicket({ subject: 'Pix', message: 'Cadê?' });
  await readNextEvent(ana);
  const resumeAt = ana.stream.lastId();
  ana.stream.close();
  // Shows when the process of both streams has the signal.
  const open = await connect(ana.client);
  await open.next();
  await signalDeskTyping(platform, id, rui.userId);
  expect(await open.next()).toMatchObject({ kind: 'ticket', ticketId: id });
  open.close();
  const again = await connect(ana.client, resumeAt);
  expect(await readNextEvent({ ...ana, stream: again })).toBe('fim');
});

test('limits signals, and sends none for a closed ticket', async () => {
  const ana = await browserOf('Ana');
  const { id } = await ana.client.support.openTicket({ subject: 'Pix', message: 'Cadê?' });
  for (let sent = 0; sent < 30; sent++) await ana.client.support.typing({ id });
  await expect(ana.client.support.typing({ id })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await service.platform.db
    .updateTable('supportTickets')
    .set({ status: 'closed', resolvedAt: new Date() })
    .where('id', '=', id)
    .execute();
  // An open form may still send signals, without an error.
  expect(await signalAuthorTyping(service.platform, id, ana.userId)).toBe(true);
  expect(await signalDeskTyping(service.platform, id, ana.userId)).toBe(true);
  expect(await readNextEvent(ana)).toBe('fim');
  ana.stream.close();
});

test('forwards typing signals of a merged ticket to the kept one', async () => {
  const { platform } = service;
  const [ana, rui] = [await browserOf('Ana'), await browserOf('Rui', 'support')];
  const open = () => ana.client.support.openTicket({ subject: 'Pix', message: 'Cadê?' });
  const [{ id: from }, { id: into }] = [await open(), await open()];
  await platform.db
    .updateTable('supportTickets')
    .set({ status: 'closed', resolvedAt: new Date(), mergedInto: into })
    .where('id', '=', from)
    .execute();
  expect(await signalAuthorTyping(platform, from, ana.userId)).toBe(true);
  expect(await rui.stream.next()).toMatchObject({ ticketId: into, change: 'typing' });
  for (const { stream } of [ana, rui]) stream.close();
});
