import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeskTestbed, type DeskTestbed, HOUR, MONDAY } from './desk.testing.ts';
import { escalateTicketsJob } from './escalate-tickets.job.ts';

let bed: DeskTestbed;
beforeAll(async () => {
  bed = await createDeskTestbed();
});
afterAll(() => bed.stop());
beforeEach(() => bed.begin());

// @covers community 3: ticket: priority, status, assignee, stamps, rating, due time
//   [server/support/desk/actions/set-ticket-status.ts, server/support/desk/actions/set-ticket-priority.ts,
//   server/support/rate-ticket.ts]
// @covers community 4: assigning sets in progress; resolved and closed stamp resolved_at; escalated when overdue
//   [server/support/desk/actions/assign-ticket.ts, server/support/desk/actions/set-ticket-status.ts,
//   server/support/desk/escalate-tickets.job.ts]
test('opens, assigns, answers, resolves and rates a ticket', async () => {
  const { id } = await bed.openTicket();
  expect((await bed.desk().queue({})).tickets).toMatchObject([
    { id, status: 'open', awaitingAnswer: true, requesterName: 'Ana Lessa', assignee: null },
  ]);
  expect(await bed.desk().assign({ id, assigneeId: bed.rui })).toMatchObject({
    status: 'in_progress',
    assignee: { id: bed.rui, name: 'Rui Prado' },
  });
  bed.now = new Date(MONDAY.getTime() + HOUR);
  expect(await bed.desk().answer({ id, message: 'Já devolvemos.' })).toMatchObject({
    awaitingAnswer: false,
    firstAnsweredAt: bed.now.toISOString(),
    replies: [{ fromDesk: true, authorName: 'Rui P.', message: 'Já devolvemos.' }],
  });
  expect((await bed.author().thread({ id })).replies).toMatchObject([{ message: 'Já devolvemos.' }]);
  await expect(bed.author().rate({ id, rating: 5 })).rejects.toMatchObject({ code: 'TICKET_CHANGED' });
  bed.now = new Date(MONDAY.getTime() + 2 * HOUR);
  expect(await bed.desk().setStatus({ id, status: 'resolved' })).toMatchObject({
    status: 'resolved',
    resolvedAt: bed.now.toISOString(),
  });
  expect(await bed.author().rate({ id, rating: 4 })).toMatchObject({ satisfactionRating: 4 });
  expect(await bed.notificationsOf(bed.ana)).toEqual([
    'Seu ticket foi respondido',
    'Seu ticket foi resolvido',
  ]);
  expect((await bed.mails()).map(({ to, subject }) => [to, subject])).toEqual([
    ['ana@exemplo.com.br', 'Recebemos seu ticket · {loja}'],
    ['ana@exemplo.com.br', 'Seu ticket foi respondido · {loja}'],
    ['ana@exemplo.com.br', 'Seu ticket foi resolvido · {loja}'],
  ]);
  expect(bed.sent[1]!.text).toContain('Já devolvemos.');
  const log = await bed.db.selectFrom('activityLogs').select(['action', 'userId']).orderBy('id').execute();
  expect(log.filter(({ action }) => action !== 'view-ticket')).toEqual([
    { action: 'open-ticket', userId: bed.ana },
    { action: 'assign-ticket', userId: bed.rui },
    { action: 'answer-ticket', userId: bed.rui },
    { action: 'move-ticket', userId: bed.rui },
  ]);
});

test('reopens a resolved ticket, and awaits an answer, after a reply by the author', async () => {
  const { id, slaResponseDue } = await bed.openTicket();
  bed.now = new Date(MONDAY.getTime() + HOUR);
  await bed.author().reply({ id, message: 'Mais um detalhe.' });
  expect((await bed.desk().ticket({ id })).slaResponseDue).toBe(slaResponseDue);
  await bed.desk().answer({ id, message: 'Certo.' });
  await bed.desk().setStatus({ id, status: 'resolved' });
  await bed.author().reply({ id, message: 'Voltou a acontecer.' });
  expect(await bed.desk().ticket({ id })).toMatchObject({
    status: 'in_progress',
    resolvedAt: null,
    awaitingAnswer: true,
    slaResponseDue: new Date(bed.now.getTime() + 2 * HOUR).toISOString(),
  });
  // The ticket is assigned to the agent who answered, who gets a notice. It had no agent at the first reply.
  expect(
    await bed.db
      .selectFrom('notifications')
      .select(['title', 'data'])
      .where('userId', '=', bed.rui)
      .execute(),
  ).toEqual([{ title: 'Nova resposta em um ticket seu', data: { href: `/admin/support?ticket=${id}` } }]);
  await bed.desk().setStatus({ id, status: 'closed' });
  await expect(bed.author().reply({ id, message: 'Oi?' })).rejects.toMatchObject({ code: 'TICKET_CLOSED' });
  await expect(bed.desk().answer({ id, message: 'Oi?' })).rejects.toMatchObject({ code: 'TICKET_CLOSED' });
});

// @covers community 4: assigning sets in progress; resolved and closed stamp resolved_at; escalated when overdue
test('escalates an overdue ticket once, and notifies the desk', async () => {
  const { id } = await bed.openTicket('Urgente', 'urgent');
  const { id: later } = await bed.openTicket('Sem pressa', 'low');
  bed.now = new Date(MONDAY.getTime() + HOUR / 2 + 1);
  expect(await bed.desk().queue({})).toMatchObject({ overdue: 1 });
  await Promise.all([
    escalateTicketsJob.handle(bed.platform, {}),
    escalateTicketsJob.handle(bed.platform, {}),
  ]);
  await escalateTicketsJob.handle(bed.platform, {});
  expect(await bed.desk().ticket({ id })).toMatchObject({ status: 'escalated', overdue: true });
  expect(await bed.desk().ticket({ id: later })).toMatchObject({ status: 'open', overdue: false });
  expect(await bed.notificationsOf(bed.rui)).toEqual(['Ticket fora do prazo']);
  expect(await bed.notificationsOf(bed.eva)).toEqual(['Ticket fora do prazo']);
  await expect(bed.desk().setStatus({ id, status: 'open' })).rejects.toMatchObject({
    code: 'TICKET_CHANGED',
  });
  // Only the job escalates.
  await expect(bed.desk().setStatus({ id, status: 'escalated' as never })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  expect(await bed.desk().answer({ id, message: 'Desculpe a demora.' })).toMatchObject({
    status: 'in_progress',
    overdue: false,
  });
  expect(await bed.desk().metrics({})).toMatchObject({ opened: 2, answered: 1, inTimePercent: 0 });
});

test('distinguishes a ticket closed without a resolution from a resolved one', async () => {
  const [{ id: spam }, { id: solved }] = [await bed.openTicket(), await bed.openTicket()];
  bed.now = new Date(MONDAY.getTime() + HOUR);
  const setStatus = (id: string, status: 'closed' | 'in_progress' | 'resolved') =>
    bed.desk().setStatus({ id, status });
  expect(await setStatus(spam, 'closed')).toMatchObject({
    closedUnresolved: true,
    resolvedAt: bed.now.toISOString(),
  });
  expect(await setStatus(solved, 'resolved')).toMatchObject({ closedUnresolved: false });
  expect(await setStatus(solved, 'closed')).toMatchObject({ closedUnresolved: false });
  expect(await bed.desk().metrics({})).toMatchObject({ opened: 2, resolved: 1 });
  expect(await setStatus(spam, 'in_progress')).toMatchObject({ closedUnresolved: false, resolvedAt: null });
  expect(await setStatus(spam, 'resolved')).toMatchObject({ closedUnresolved: false });
  expect(await bed.desk().metrics({})).toMatchObject({ resolved: 2 });
});

test('recomputes the due time from the unanswered message for a new priority', async () => {
  const { id } = await bed.openTicket();
  bed.now = new Date(MONDAY.getTime() + HOUR);
  expect(await bed.desk().setPriority({ id, priority: 'high' })).toMatchObject({
    priority: 'high',
    slaResponseDue: new Date(MONDAY.getTime() + HOUR).toISOString(),
  });
  await bed.desk().answer({ id, message: 'Estamos vendo.' });
  bed.now = new Date(MONDAY.getTime() + 2 * HOUR);
  await bed.author().reply({ id, message: 'E então?' });
  const asked = bed.now;
  bed.now = new Date(MONDAY.getTime() + 2.5 * HOUR);
  await bed.author().reply({ id, message: 'Alguém?' });
  expect((await bed.desk().setPriority({ id, priority: 'urgent' })).slaResponseDue).toBe(
    new Date(asked.getTime() + HOUR / 2).toISOString(),
  );
  const log = await bed.db
    .selectFrom('activityLogs')
    .select(['userId', 'details'])
    .where('action', '=', 'prioritise-ticket')
    .orderBy('id')
    .execute();
  expect(log).toMatchObject([
    { userId: bed.rui, details: { before: { priority: 'normal' }, after: { priority: 'high' } } },
    { userId: bed.rui, details: { before: { priority: 'high' }, after: { priority: 'urgent' } } },
  ]);
  await bed.desk().setStatus({ id, status: 'resolved' });
  await expect(bed.desk().setPriority({ id, priority: 'low' })).rejects.toMatchObject({
    code: 'TICKET_CHANGED',
  });
});

// @covers community 3: customer_interactions: support_note with ticket_id, note, added_by; source admin_panel
//   [server/support/desk/actions/add-ticket-note.ts]
test('shows notes to staff only, also on the person’s page', async () => {
  const { id } = await bed.openTicket();
  await bed.desk(bed.eva, 'admin').addNote({ id, note: 'Cliente VIP.' });
  expect((await bed.desk().ticket({ id })).notes).toMatchObject([
    { note: 'Cliente VIP.', authorName: 'Eva Reis' },
  ]);
  expect(JSON.stringify(await bed.author().thread({ id }))).not.toContain('VIP');
  expect(await bed.db.selectFrom('customerInteractions').selectAll().execute()).toMatchObject([
    {
      userId: bed.ana,
      interactionType: 'support_note',
      interactionData: { ticket_id: id, note: 'Cliente VIP.', added_by: bed.eva },
      source: 'admin_panel',
    },
  ]);
});

test('answers a visitor’s message by mail', async () => {
  await bed.author(null).sendMessage({
    name: 'Bia',
    email: 'Bia@exemplo.com.br',
    subject: 'premio',
    message: 'Quando recebo?',
  });
  const [ticket] = (await bed.desk().queue({})).tickets;
  expect(ticket).toMatchObject({
    requesterName: 'Bia',
    contactSubject: 'premio',
    subject: 'Prêmio',
  });
  expect(JSON.stringify(ticket)).not.toContain('bia@exemplo.com.br');
  expect(await bed.desk().ticket({ id: ticket!.id })).toMatchObject({ requesterEmail: 'bia@exemplo.com.br' });
  await bed.desk().answer({ id: ticket!.id, message: 'Na sexta.\n\nAté lá!' });
  expect(await bed.mails()).toMatchObject([
    { to: 'bia@exemplo.com.br', subject: 'Recebemos a sua mensagem · {loja}' },
    { to: 'bia@exemplo.com.br', subject: 'Respondemos à sua mensagem · {loja}' },
  ]);
  expect(bed.sent[1]!.text).toContain('Na sexta.');
});

test('logs views of a ticket by support once an hour, and none by an admin', async () => {
  const { id } = await bed.openTicket();
  const readViews = async () =>
    (await bed.db.selectFrom('activityLogs').selectAll().where('action', '=', 'view-ticket').execute()).map(
      ({ userId, entityId }) => [userId, entityId],
    );
  await bed.desk(bed.eva, 'admin').ticket({ id });
  expect(await readViews()).toEqual([]);
  await bed.desk().ticket({ id });
  await bed.desk().addNote({ id, note: 'Ligar amanhã.' });
  await expect(bed.desk().file({ id, replyId: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await readViews()).toEqual([[bed.rui, id]]);
  bed.now = new Date(MONDAY.getTime() + HOUR);
  await bed.desk().ticket({ id });
  expect(await readViews()).toHaveLength(2);
});

test('applies one of two concurrent status changes', async () => {
  const { id } = await bed.openTicket();
  const moves = await Promise.allSettled([
    bed.desk(bed.rui).setStatus({ id, status: 'resolved' }),
    bed.desk(bed.eva, 'admin').setStatus({ id, status: 'resolved' }),
  ]);
  expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await bed.notificationsOf(bed.ana)).toEqual(['Seu ticket foi resolvido']);
});
