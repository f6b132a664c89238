/** Lines of the activity log after a deletion, and in the export. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMigrations } from '@mare/database/migrating/migrate.ts';
import { startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { sendChangeNoticeJob } from '../security/send-change-notice.job.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { actOnTicket } from '../../support/desk/actions/act-on-ticket.ts';
import { answerTicket } from '../../support/desk/actions/answer-ticket.ts';
import { assignTicket } from '../../support/desk/actions/assign-ticket.ts';
import { sendTicketMailJob } from '../../support/send-ticket-mail.job.ts';
import { changeRole } from '../safety/change-role.ts';
import { banUser } from '../safety/ban-user.ts';
import { correctContact } from '../safety/correct-contact.ts';
import { apiOf, findColumns, newPerson, type NewPerson } from './privacy.testing.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
  await service.jobs.prepare([sendChangeNoticeJob, sendTicketMailJob]);
});
afterAll(() => service.stop());

const AGENT_IP = '198.51.100.77';

const setRole = ({ userId }: NewPerson, role: string) =>
  service.platform.db.updateTable('profiles').set({ role }).where('id', '=', userId).execute();

const findLine = (action: string, entityId: string) =>
  service.platform.db
    .selectFrom('activityLogs')
    .select(['userId', 'details', 'ipAddress'])
    .where('action', '=', action)
    .where('entityId', '=', entityId)
    .executeTakeFirstOrThrow();

async function correctPhone(agent: NewPerson, { userId, name, email, phone }: NewPerson) {
  const corrected = await correctContact(
    service.platform,
    { userId: agent.userId, ipAddress: AGENT_IP },
    {
      userId,
      before: { name, email, phone },
      after: { name, email, phone: '82900001111' },
      reason: 'Ligou da loja',
    },
  );
  expect(corrected).toEqual({ ok: true });
}

test('what a former colleague did to others stays in the log after the deletion of the account', async () => {
  const [agent, buyer] = [await newPerson(service), await newPerson(service)];
  await setRole(agent, 'support');
  await correctPhone(agent, buyer);
  await setRole(agent, 'buyer');
  await (await apiOf(service, agent)).deleteAccount();
  expect(await findLine('correct-contact', buyer.userId)).toEqual({
    userId: agent.userId,
    details: {
      description: `Corrigiu o contato de ${buyer.name}.`,
      before: { name: buyer.name, email: buyer.email, phone: buyer.phone },
      after: { name: buyer.name, email: buyer.email, phone: '82900001111' },
      reason: 'Ligou da loja',
    },
    ipAddress: null,
  });
  const own = await service.platform.db
    .selectFrom('activityLogs')
    .select(['details', 'ipAddress'])
    .where('entityId', '=', agent.userId)
    .where('action', '<>', 'delete-account')
    .execute();
  expect(own.length).toBeGreaterThan(0);
  const erased = { details: { description: '(apagado com a conta)' }, ipAddress: null };
  expect(own).toEqual(own.map(() => erased));
});

test('the deletion of a buyer clears what the log says about the buyer', async () => {
  const [agent, buyer] = [await newPerson(service), await newPerson(service)];
  await setRole(agent, 'support');
  await correctPhone(agent, buyer);
  await (await apiOf(service, buyer)).deleteAccount();
  expect(await findLine('correct-contact', buyer.userId)).toMatchObject({
    userId: agent.userId,
    details: { description: '(apagado com a conta)' },
  });
});

test('exports what the team did to an account without its addresses and reasons', async () => {
  const [agent, buyer] = [await newPerson(service), await newPerson(service)];
  await setRole(agent, 'admin');
  const by = { userId: agent.userId, ipAddress: AGENT_IP };
  const reason = 'Suspeita de cartão roubado';
  const until = new Date(service.clock.now().getTime() + 1000);
  expect(await banUser(service.platform, by, { userId: buyer.userId, until, reason })).toEqual({ ok: true });
  expect(await banUser(service.platform, by, { userId: buyer.userId, until: null, reason })).toEqual({
    ok: true,
  });
  const credentials = { email: buyer.email, password: 'segredo123' };
  expect((await buyer.client.signInWithPassword(credentials)).error).toBeNull();
  const { atividades } = await (await apiOf(service, buyer)).exportOwnData();
  expect(JSON.stringify(atividades)).not.toMatch(new RegExp(`${AGENT_IP}|${reason}`, 'u'));
  expect(atividades).toContainEqual({
    action: 'ban-user',
    entityType: 'user',
    entityId: buyer.userId,
    details: { description: 'Bloqueou uma conta.' },
    ipAddress: null,
    createdAt: expect.anything() as unknown,
  });
  expect(atividades).toContainEqual(
    expect.objectContaining({ action: 'sign-in', details: expect.anything() as unknown }),
  );
});

test('exports what a colleague did to others without their data', async () => {
  const [agent, buyer] = [await newPerson(service), await newPerson(service)];
  await setRole(agent, 'support');
  await correctPhone(agent, buyer);
  const data = await (await apiOf(service, agent)).exportOwnData();
  expect(data.atividades).toContainEqual(
    expect.objectContaining({ action: 'correct-contact', details: null, ipAddress: AGENT_IP }),
  );
  expect(JSON.stringify(data)).not.toContain(buyer.email);
});

async function notifyAgent(agent: NewPerson, message: string, href: string, occasion: string) {
  await sendNotification(service.platform.db, service.platform, {
    userId: agent.userId,
    type: 'info',
    title: 'Um ticket é seu',
    message,
    data: { href },
    deduplicationKey: occasion,
  });
}

test('the subject of a ticket leaves the log and the notifications of the team with its author', async () => {
  const { platform } = service;
  const [agent, buyer] = [await newPerson(service), await newPerson(service)];
  await setRole(agent, 'support');
  const subject = `Minha ”dor” ${buyer.userId}`;
  const now = platform.clock.now();
  const id = platform.random.uuid();
  await platform.db
    .insertInto('supportTickets')
    .values({
      id,
      userId: buyer.userId,
      subject,
      message: 'Olá',
      createdAt: now,
      updatedAt: now,
      slaResponseDue: now,
    })
    .execute();
  await notifyAgent(agent, subject, `/admin/support?ticket=${id}`, `ticket:${id}`);
  const by = { userId: agent.userId, ipAddress: AGENT_IP };
  const { version } = await platform.db
    .selectFrom('supportTickets')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const acts = { assignee: 'me' as const, addTags: ['demora'] };
  const act = { ticketId: id, version, message: '', acts, macroId: null };
  expect(await actOnTicket(platform, { ...by, role: 'support' }, act)).toMatchObject({ ok: true });
  expect(await assignTicket(platform, by, { ticketId: id, assigneeId: agent.userId })).toMatchObject({
    ok: true,
  });
  expect(await answerTicket(platform, by, { ticketId: id, message: 'Tudo bem' })).toMatchObject({ ok: true });
  await (await apiOf(service, buyer)).deleteAccount();
  expect(await findColumns(service, [subject])).toEqual([]);
  expect(await findLine('answer-ticket', id)).toEqual({
    userId: agent.userId,
    details: { description: 'Respondeu o ticket “(apagado)”.' },
    ipAddress: AGENT_IP,
  });
  expect((await findLine('assign-ticket', id)).details).toEqual({
    description: `Atribuiu o ticket “(apagado)” a ${agent.name}.`,
    after: { assignedTo: agent.userId },
  });
  expect((await findLine('act-on-ticket', id)).details).toMatchObject({
    description: `Mudou o ticket “(apagado)”: situação Em Andamento; responsável ${agent.name}; etiquetas demora.`,
  });
  await setRole(agent, 'buyer');
  await (await apiOf(service, agent)).deleteAccount();
  expect(await findColumns(service, [agent.name])).toEqual([]);
  expect((await findLine('assign-ticket', id)).details).toMatchObject({
    description: 'Atribuiu o ticket “(apagado)” a uma pessoa.',
  });
  expect((await findLine('act-on-ticket', id)).details).toMatchObject({
    description:
      'Mudou o ticket “(apagado)”: situação Em Andamento; responsável uma pessoa; etiquetas demora.',
  });
});

test('name and e-mail of a deleted person leave the request of the role, its log lines and notifications', async () => {
  const { platform } = service;
  const [first, second, person] = [
    await newPerson(service),
    await newPerson(service),
    await newPerson(service),
  ];
  await setRole(first, 'admin');
  await setRole(second, 'admin');
  const change = { userId: person.userId, from: 'buyer', to: 'admin', reason: '' } as const;
  const granted = await changeRole(platform, { userId: first.userId, ipAddress: AGENT_IP }, change);
  expect(granted).toMatchObject({ ok: true });
  expect(await findColumns(service, [person.name])).toEqual(
    expect.arrayContaining([
      'public.approvals.summary',
      'public.activity_logs.details',
      'public.notifications.message',
    ]),
  );
  expect(await findColumns(service, [person.email])).toContain('public.approvals.payload');
  await (await apiOf(service, person)).deleteAccount();
  expect(await findColumns(service, [person.name, person.email])).toEqual([]);
  const { id } = await platform.db
    .selectFrom('approvals')
    .select('id')
    .where('subjectId', '=', person.userId)
    .executeTakeFirstOrThrow();
  expect((await findLine('request-approval', id)).details).toMatchObject({
    description: 'Pediu: Dar o papel de administração a uma conta excluída.',
    kind: 'GRANT_ADMIN',
  });
});

test('the migration clears what names accounts that are deleted already', async () => {
  const { db, clock, random } = service.platform;
  const [admin, person, other] = [
    await newPerson(service),
    await newPerson(service),
    await newPerson(service),
  ];
  await setRole(admin, 'admin');
  const by = { userId: admin.userId, ipAddress: AGENT_IP };
  const now = clock.now();
  for (const { userId, name } of [person, other]) {
    const change = { userId, from: 'buyer', to: 'admin', reason: '' } as const;
    expect(await changeRole(service.platform, by, change)).toMatchObject({ ok: true });
    const id = random.uuid();
    const times = { createdAt: now, updatedAt: now, slaResponseDue: now };
    await db
      .insertInto('supportTickets')
      .values({ id, userId, subject: `De ${name}`, message: 'Olá', ...times })
      .execute();
    expect(await answerTicket(service.platform, by, { ticketId: id, message: 'Oi' })).toEqual({ ok: true });
    await notifyAgent(admin, `De ${name}`, `/admin/support?ticket=${id}`, `ticket:${id}`);
  }
  // As the earlier deletion left it.
  await db
    .updateTable('supportTickets')
    .set({ subject: '(apagado)' })
    .where('userId', '=', person.userId)
    .execute();
  await db
    .updateTable('profiles')
    .set({ deletedAt: now, name: null })
    .where('id', '=', person.userId)
    .execute();
  await db.deleteFrom('notifications').where('userId', '=', person.userId).execute();
  const isTeamData = (column: string) => /approvals|activity_logs|notifications/.test(column);
  const findNamed = async ({ name }: NewPerson) => (await findColumns(service, [name])).filter(isTeamData);
  const before = await findNamed(other);
  expect(await findNamed(person)).toEqual(before);
  await sql.raw(readMigrations().find(({ name }) => name.startsWith('1290'))!.sql).execute(db);
  expect(await findNamed(person)).toEqual([]);
  expect(await findNamed(other)).toEqual(before);
});
