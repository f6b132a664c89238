/** A ticket's whole life, between its author and the desk. */
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { systemRandom } from '../../platform/clock.ts';
import { type JobRunner, startJobs } from '../../platform/jobs.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { deskRoutes } from './desk.routes.ts';
import { escalateTicketsJob } from './escalate-tickets.job.ts';
import { SEND_CONTACT_CONFIRMATION } from '../send-contact-confirmation.job.ts';
import { SEND_TICKET_MAIL, sendTicketMailJob, type TicketMailJob } from '../send-ticket-mail.job.ts';
import { supportRoutes } from '../support.routes.ts';

/** A Monday, 10:00 in Maceió. */
const MONDAY = new Date('2026-11-16T13:00:00Z');
const HOUR = 3_600_000;

let database: TestDatabase;
let jobs: JobRunner;
let platform: Platform;
let now = MONDAY;
let ana: string;
let rui: string;
let eva: string;
const sent: Mail[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  jobs = await startJobs(database.url, createLog('silent'), false);
  await jobs.prepare([SEND_CONTACT_CONFIRMATION, SEND_TICKET_MAIL]);
  const { db, pool } = database;
  platform = {
    config: { publicUrl: 'https://mare.example' },
    db,
    pool,
    jobs,
    mailer: { send: async (mail: Mail) => void sent.push(mail) },
    clock: { now: () => now },
    random: systemRandom,
  } as unknown as Platform;
  ana = await person('Ana Lessa', 'buyer');
  rui = await person('Rui Prado', 'support');
  eva = await person('Eva Reis', 'admin');
});
afterAll(async () => {
  await jobs.stop();
  await database.drop();
});
beforeEach(async () => {
  now = MONDAY;
  sent.length = 0;
  for (const table of [
    'auth.rateLimits',
    'supportTickets',
    'notifications',
    'activityLogs',
    'sentMails',
  ] as const)
    await database.db.deleteFrom(table).execute();
  await database.pool.query('delete from pgboss.job');
});

async function person(name: string, role: string): Promise<string> {
  const id = await addBuyer(database.db);
  const email = `${name.split(' ')[0]!.toLowerCase()}@exemplo.com.br`;
  await database.db.updateTable('profiles').set({ name, role, email }).where('id', '=', id).execute();
  return id;
}

const author = (userId: string | null = ana) =>
  createRouterClient(supportRoutes, { context: testContext(platform, userId === null ? null : { userId }) });
const desk = (userId = rui, role: 'support' | 'admin' | 'buyer' = 'support') =>
  createRouterClient(deskRoutes, { context: testContext(platform, { userId, role }) });

const openTicket = (subject = 'Pix em dobro', priority: 'low' | 'normal' | 'high' | 'urgent' = 'normal') =>
  author().openTicket({ subject, message: 'Paguei duas vezes.', priority });

/** Runs the mails that are waiting, each twice. */
async function mails(): Promise<Mail[]> {
  const { rows } = await database.pool.query<{ data: TicketMailJob }>(
    'select data from pgboss.job where name = $1 order by created_on',
    [SEND_TICKET_MAIL],
  );
  const job = sendTicketMailJob(platform);
  for (const { data } of rows) {
    await job.handle(data);
    await job.handle(data);
  }
  return sent;
}

const told = async (userId: string) =>
  (await database.db.selectFrom('notifications').selectAll().where('userId', '=', userId).execute()).map(
    ({ title }) => title,
  );

test('opened, assigned, answered, resolved, rated', async () => {
  const { id } = await openTicket();
  expect((await desk().queue({})).tickets).toMatchObject([
    { id, status: 'open', awaitingAnswer: true, requesterName: 'Ana Lessa', assignee: null },
  ]);
  expect(await desk().assign({ id, assigneeId: rui })).toMatchObject({
    status: 'in_progress',
    assignee: { id: rui, name: 'Rui Prado' },
  });
  now = new Date(MONDAY.getTime() + HOUR);
  expect(await desk().answer({ id, message: 'Já devolvemos.' })).toMatchObject({
    awaitingAnswer: false,
    firstAnsweredAt: now.toISOString(),
    replies: [{ fromDesk: true, authorName: 'Rui P.', message: 'Já devolvemos.' }],
  });
  expect((await author().thread({ id })).replies).toMatchObject([{ message: 'Já devolvemos.' }]);
  await expect(author().rate({ id, rating: 5 })).rejects.toMatchObject({ code: 'TICKET_CHANGED' });
  now = new Date(MONDAY.getTime() + 2 * HOUR);
  expect(await desk().setStatus({ id, status: 'resolved' })).toMatchObject({
    status: 'resolved',
    resolvedAt: now.toISOString(),
  });
  expect(await author().rate({ id, rating: 4 })).toMatchObject({ satisfactionRating: 4 });
  expect(await told(ana)).toEqual(['Seu ticket foi respondido', 'Seu ticket foi resolvido']);
  expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([
    ['ana@exemplo.com.br', 'Recebemos seu ticket · {loja}'],
    ['ana@exemplo.com.br', 'Seu ticket foi respondido · {loja}'],
    ['ana@exemplo.com.br', 'Seu ticket foi resolvido · {loja}'],
  ]);
  expect(sent[1]!.text).toContain('Já devolvemos.');
  const log = await database.db
    .selectFrom('activityLogs')
    .select(['action', 'userId'])
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { action: 'open-ticket', userId: ana },
    { action: 'assign-ticket', userId: rui },
    { action: 'answer-ticket', userId: rui },
    { action: 'move-ticket', userId: rui },
  ]);
});

test('its author writes again: the desk owes an answer anew, and a resolved ticket comes back', async () => {
  const { id, slaResponseDue } = await openTicket();
  now = new Date(MONDAY.getTime() + HOUR);
  await author().reply({ id, message: 'Mais um detalhe.' });
  expect((await desk().ticket({ id })).slaResponseDue).toBe(slaResponseDue);
  await desk().answer({ id, message: 'Certo.' });
  await desk().setStatus({ id, status: 'resolved' });
  await author().reply({ id, message: 'Voltou a acontecer.' });
  expect(await desk().ticket({ id })).toMatchObject({
    status: 'in_progress',
    resolvedAt: null,
    awaitingAnswer: true,
    slaResponseDue: new Date(now.getTime() + 2 * HOUR).toISOString(),
  });
  await desk().setStatus({ id, status: 'closed' });
  await expect(author().reply({ id, message: 'Oi?' })).rejects.toMatchObject({ code: 'TICKET_CLOSED' });
  await expect(desk().answer({ id, message: 'Oi?' })).rejects.toMatchObject({ code: 'TICKET_CLOSED' });
});

test('an overdue ticket is escalated once, and the desk hears of it', async () => {
  const { id } = await openTicket('Urgente', 'urgent');
  const { id: later } = await openTicket('Sem pressa', 'low');
  now = new Date(MONDAY.getTime() + HOUR / 2 + 1);
  expect(await desk().queue({})).toMatchObject({ overdue: 1 });
  const job = escalateTicketsJob(platform);
  await Promise.all([job.handle({}), job.handle({})]);
  await job.handle({});
  expect(await desk().ticket({ id })).toMatchObject({ status: 'escalated', overdue: true });
  expect(await desk().ticket({ id: later })).toMatchObject({ status: 'open', overdue: false });
  expect(await told(rui)).toEqual(['Ticket fora do prazo']);
  expect(await told(eva)).toEqual(['Ticket fora do prazo']);
  await expect(desk().setStatus({ id, status: 'open' })).rejects.toMatchObject({ code: 'TICKET_CHANGED' });
  // Only time escalates.
  await expect(desk().setStatus({ id, status: 'escalated' as never })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  expect(await desk().answer({ id, message: 'Desculpe a demora.' })).toMatchObject({
    status: 'in_progress',
    overdue: false,
  });
  expect(await desk().metrics({})).toMatchObject({ opened: 2, answered: 1, inTimePercent: 0 });
});

test('the desk says how much a ticket presses: what is owed falls due anew, from when it was asked for', async () => {
  const { id } = await openTicket();
  now = new Date(MONDAY.getTime() + HOUR);
  expect(await desk().setPriority({ id, priority: 'high' })).toMatchObject({
    priority: 'high',
    slaResponseDue: new Date(MONDAY.getTime() + HOUR).toISOString(),
  });
  await desk().answer({ id, message: 'Estamos vendo.' });
  now = new Date(MONDAY.getTime() + 2 * HOUR);
  await author().reply({ id, message: 'E então?' });
  const asked = now;
  now = new Date(MONDAY.getTime() + 2.5 * HOUR);
  await author().reply({ id, message: 'Alguém?' });
  expect((await desk().setPriority({ id, priority: 'urgent' })).slaResponseDue).toBe(
    new Date(asked.getTime() + HOUR / 2).toISOString(),
  );
  const log = await database.db
    .selectFrom('activityLogs')
    .select(['userId', 'details'])
    .where('action', '=', 'prioritise-ticket')
    .orderBy('id')
    .execute();
  expect(log).toMatchObject([
    { userId: rui, details: { before: { priority: 'normal' }, after: { priority: 'high' } } },
    { userId: rui, details: { before: { priority: 'high' }, after: { priority: 'urgent' } } },
  ]);
  await desk().setStatus({ id, status: 'resolved' });
  await expect(desk().setPriority({ id, priority: 'low' })).rejects.toMatchObject({ code: 'TICKET_CHANGED' });
});

test('notes are for colleagues, kept with the person', async () => {
  const { id } = await openTicket();
  await desk(eva, 'admin').addNote({ id, note: 'Cliente VIP.' });
  expect((await desk().ticket({ id })).notes).toMatchObject([
    { note: 'Cliente VIP.', authorName: 'Eva Reis' },
  ]);
  expect(JSON.stringify(await author().thread({ id }))).not.toContain('VIP');
  expect(await database.db.selectFrom('customerInteractions').selectAll().execute()).toMatchObject([
    {
      userId: ana,
      interactionType: 'support_note',
      interactionData: { ticket_id: id, note: 'Cliente VIP.', added_by: eva },
      source: 'admin_panel',
    },
  ]);
});

test('a visitor’s message is answered by mail', async () => {
  await author(null).sendMessage({
    name: 'Bia',
    email: 'Bia@exemplo.com.br',
    subject: 'premio',
    message: 'Quando recebo?',
  });
  const [ticket] = (await desk().queue({})).tickets;
  expect(ticket).toMatchObject({
    requesterName: 'Bia',
    requesterEmail: 'bia@exemplo.com.br',
    contactSubject: 'premio',
    subject: 'Prêmio',
  });
  await desk().answer({ id: ticket!.id, message: 'Na sexta.\n\nAté lá!' });
  expect(await mails()).toMatchObject([
    { to: 'bia@exemplo.com.br', subject: 'Respondemos à sua mensagem · {loja}' },
  ]);
  expect(sent[0]!.text).toContain('Na sexta.');
});

test('two colleagues at once: one closes, the other’s move is refused, and nothing is half done', async () => {
  const { id } = await openTicket();
  const moves = await Promise.allSettled([
    desk(rui).setStatus({ id, status: 'resolved' }),
    desk(eva, 'admin').setStatus({ id, status: 'resolved' }),
  ]);
  expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await told(ana)).toEqual(['Seu ticket foi resolvido']);
});

test('the queue: the most pressing first, filtered, searched and paged', async () => {
  await openTicket('um', 'low');
  await openTicket('dois', 'urgent');
  const { id } = await openTicket('três 100%', 'high');
  const subjects = async (filter: Parameters<ReturnType<typeof desk>['queue']>[0]) =>
    (await desk().queue(filter)).tickets.map(({ subject }) => subject);
  expect(await subjects({})).toEqual(['dois', 'três 100%', 'um']);
  expect(await subjects({ priority: 'low' })).toEqual(['um']);
  expect(await subjects({ search: '100%' })).toEqual(['três 100%']);
  expect(await subjects({ search: 'ANA L' })).toHaveLength(3);
  expect(await subjects({ search: '_' })).toEqual([]);
  await desk().assign({ id, assigneeId: rui });
  expect(await subjects({ assigned: 'mine' })).toEqual(['três 100%']);
  expect(await subjects({ assigned: 'nobody' })).toEqual(['dois', 'um']);
  await desk().setStatus({ id, status: 'closed' });
  expect(await subjects({})).toEqual(['dois', 'um']);
  expect(await subjects({ status: 'closed' })).toEqual(['três 100%']);
  expect(await subjects({ status: 'all', page: 2 })).toEqual([]);
  expect(await desk().queue({})).toMatchObject({
    total: 2,
    pages: 1,
    counts: { open: 2, in_progress: 0, resolved: 0, closed: 1, escalated: 0 },
    staff: [{ name: 'Eva Reis' }, { name: 'Rui Prado' }],
  });
});

test('the figures: answers in time, hours of the day, ratings', async () => {
  const { id } = await openTicket();
  await openTicket('outro');
  now = new Date(MONDAY.getTime() + 30 * 60_000);
  await desk().answer({ id, message: 'Pronto.' });
  await desk().setStatus({ id, status: 'resolved' });
  await author().rate({ id, rating: 5 });
  const metrics = await desk().metrics({ days: 7 });
  expect(metrics).toMatchObject({
    opened: 2,
    answered: 1,
    inTimePercent: 100,
    medianAnswerMinutes: 30,
    slowAnswerMinutes: 30,
    resolved: 1,
    medianResolutionMinutes: 30,
    averageRating: 5,
    ratings: [0, 0, 0, 0, 1],
  });
  expect(metrics.byHour[10]).toBe(2);
  expect(metrics.byDay).toHaveLength(7);
  expect(metrics.byDay.at(-1)).toEqual({ day: '2026-11-16', opened: 2, resolved: 1 });
});

test('the figures of a desk that has done nothing', async () => {
  expect(await desk().metrics({})).toMatchObject({ opened: 0, inTimePercent: null, averageRating: null });
});

test('nobody assigns a ticket to a buyer, sees somebody else’s, or works at the desk without belonging there', async () => {
  const { id } = await openTicket();
  await expect(desk().assign({ id, assigneeId: ana })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const stranger = await addBuyer(database.db);
  await expect(author(stranger).thread({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(author(stranger).reply({ id, message: 'Oi' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(author(stranger).rate({ id, rating: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(desk(stranger, 'buyer').queue({})).rejects.toMatchObject({ code: 'NOT_ADMIN' });
});
