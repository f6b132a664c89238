import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DeskRules } from '@mare/contract/admin/settings-admin.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { storeSetting } from '../../settings/store-setting.ts';
import { createDeskTestbed, type DeskTestbed, MONDAY } from '../desk/desk.testing.ts';
import { sendContactMessage } from '../send-contact-message.ts';
import { assignInTurnJob } from './assign-in-turn.job.ts';
import { setPresence } from './presence.ts';
import { reassignTicketsJob } from './reassign-tickets.job.ts';

const MINUTE = 60_000;

let bed: DeskTestbed;
beforeAll(async () => {
  bed = await createDeskTestbed();
});
afterAll(() => bed.stop());
beforeEach(async () => {
  await bed.begin();
  await bed.db.deleteFrom('deskAgents').execute();
  await saveRules('turn');
});

async function saveRules(
  assignment: DeskRules['assignment'],
  agents: DeskRules['agents'] = {},
): Promise<void> {
  await bed.db.transaction().execute((trx) => storeSetting(trx, 'desk', { assignment, agents }, MONDAY));
}

/** Runs the waiting assignments at the same time, each twice. */
async function assignAll(): Promise<void> {
  const { rows } = await bed.pool.query<{ data: { ticketId: string } }>(
    'delete from pgboss.job where name = $1 returning data',
    [assignInTurnJob.name],
  );
  const payloads = rows.map(({ data }) => data);
  await Promise.all(
    [...payloads, ...payloads].map((payload) => assignInTurnJob.handle(bed.platform, payload)),
  );
}

async function newAgent(name: string): Promise<string> {
  const id = await addBuyer(bed.db);
  await bed.db.updateTable('profiles').set({ name, role: 'support' }).where('id', '=', id).execute();
  return id;
}

const assigneeOf = async (id: string) => (await bed.desk().ticket({ id })).assignee?.id ?? null;
const markPresent = (...ids: string[]) => Promise.all(ids.map((id) => setPresence(bed.platform, id, true)));

/** Tickets by agent. */
async function countTicketsByAgent(): Promise<number[]> {
  const rows = await bed.db.selectFrom('supportTickets').select('assignedTo').execute();
  const counts = new Map<string | null, number>();
  for (const { assignedTo } of rows) counts.set(assignedTo, (counts.get(assignedTo) ?? 0) + 1);
  return [...counts.values()].toSorted((a, b) => a - b);
}

test('distributes concurrently opened tickets equally among present agents', async () => {
  const agents = [bed.rui, bed.eva, await newAgent('Lia Melo')];
  await markPresent(...agents);
  for (let ticket = 0; ticket < 12; ticket++) {
    await bed.openTicket(`Ticket ${ticket}`);
    await bed.db.deleteFrom('auth.rateLimits').execute();
  }
  await assignAll();
  expect(await countTicketsByAgent()).toEqual([4, 4, 4]);
  const notified = await Promise.all(agents.map((id) => bed.notificationsOf(id)));
  for (const titles of notified) expect(titles).toEqual(Array(4).fill('Um ticket é seu'));
});

test('keeps tickets in the queue while no agent is present, or assignment is manual', async () => {
  const first = await bed.openTicket();
  await assignAll();
  expect(await assigneeOf(first.id)).toBeNull();
  await markPresent(bed.rui);
  await saveRules('none');
  const second = await bed.openTicket();
  await assignAll();
  expect(await assigneeOf(second.id)).toBeNull();
});

test('removes an agent whose browser has disconnected or who left the desk', async () => {
  await markPresent(bed.rui, bed.eva);
  await setPresence(bed.platform, bed.eva, false);
  const first = await bed.openTicket();
  await assignAll();
  expect(await assigneeOf(first.id)).toBe(bed.rui);
  expect(await bed.desk().presence()).toEqual({ isPresent: true, present: ['Rui Prado'], assigns: true });
  bed.now = new Date(MONDAY.getTime() + 4 * MINUTE);
  const second = await bed.openTicket();
  await assignAll();
  expect(await assigneeOf(second.id)).toBeNull();
});

test('prefers the agent of the category while present', async () => {
  await saveRules('category', { premio: bed.eva });
  await markPresent(bed.rui, bed.eva);
  const message = {
    name: 'Bia',
    email: 'bia@exemplo.com.br',
    subject: 'premio',
    message: 'Ganhei!',
  } as const;
  for (const _ of [1, 2]) await sendContactMessage(bed.platform, message, '10.0.0.1');
  await assignAll();
  const about = await bed.db.selectFrom('supportTickets').select('assignedTo').execute();
  expect(about).toEqual([{ assignedTo: bed.eva }, { assignedTo: bed.eva }]);
  const other = await bed.openTicket();
  await assignAll();
  expect(await assigneeOf(other.id)).toBe(bed.rui);
  await setPresence(bed.platform, bed.eva, false);
  await sendContactMessage(bed.platform, message, '10.0.0.1');
  await assignAll();
  expect(await countTicketsByAgent()).toEqual([2, 2]);
});

test('never takes a ticket from its agent', async () => {
  await markPresent(bed.eva);
  const { id } = await bed.openTicket();
  await Promise.all([bed.desk().assign({ id, assigneeId: bed.rui }), assignAll()]);
  // Manual and automatic assignment run concurrently: the manual one comes last or finds the ticket unassigned.
  expect(await assigneeOf(id)).toBe(bed.rui);
});

test.each([
  [
    'lost the role',
    (id: string) => bed.db.updateTable('profiles').set({ role: 'buyer' }).where('id', '=', id).execute(),
  ],
  [
    'was banned',
    (id: string) =>
      bed.db
        .updateTable('auth.users')
        .set({ bannedUntil: new Date('2999-01-01') })
        .where('id', '=', id)
        .execute(),
  ],
])('gives the open tickets of a colleague who %s to others', async (_reason, leave) => {
  const leaving = await newAgent('Caio Leal');
  const [open, resolved] = [await bed.openTicket(), await bed.openTicket()];
  for (const { id } of [open, resolved]) await bed.desk().assign({ id, assigneeId: leaving });
  await bed.desk().setStatus({ id: resolved.id, status: 'resolved' });
  await markPresent(bed.eva, leaving);
  await leave(leaving);
  await Promise.all([1, 2].map(() => reassignTicketsJob.handle(bed.platform, {})));
  await assignAll();
  expect(await assigneeOf(open.id)).toBe(bed.eva);
  expect(await assigneeOf(resolved.id)).toBe(leaving);
  const log = await bed.db
    .selectFrom('activityLogs')
    .select('action')
    .where('action', '=', 'unassign-ticket')
    .execute();
  expect(log).toHaveLength(1);
});
