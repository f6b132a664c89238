import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Database } from '@mare/database/connection/connect.ts';
import { planOf } from '@mare/database/testing/plan.testing.ts';
import { SETTLED_COUNTED } from '@mare/domain/support/ticket-state.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { selectQueue } from './desk.queries.ts';
import { createDeskTestbed, type DeskTestbed, HOUR, MONDAY } from './desk.testing.ts';

let bed: DeskTestbed;
beforeAll(async () => {
  bed = await createDeskTestbed();
});
afterAll(() => bed.stop());
beforeEach(() => bed.begin());

test('lists the queue by urgency, with filter, search and pages', async () => {
  await bed.openTicket('um', 'low');
  await bed.openTicket('dois', 'urgent');
  const { id } = await bed.openTicket('três 100%', 'high');
  const subjects = async (filter: Parameters<ReturnType<DeskTestbed['desk']>['queue']>[0]) =>
    (await bed.desk().queue(filter)).tickets.map(({ subject }) => subject);
  expect(await subjects({})).toEqual(['dois', 'três 100%', 'um']);
  expect(await subjects({ priority: 'low' })).toEqual(['um']);
  expect(await subjects({ search: '100%' })).toEqual(['três 100%']);
  expect(await subjects({ search: 'ANA L' })).toHaveLength(3);
  expect(await subjects({ search: '_' })).toEqual([]);
  await bed.desk().assign({ id, assigneeId: bed.rui });
  expect(await subjects({ assigned: 'mine' })).toEqual(['três 100%']);
  expect(await subjects({ assigned: 'nobody' })).toEqual(['dois', 'um']);
  await bed.desk().setStatus({ id, status: 'closed' });
  expect(await subjects({})).toEqual(['dois', 'um']);
  expect(await subjects({ status: 'closed' })).toEqual(['três 100%']);
  expect(await subjects({ status: 'all', page: 2 })).toEqual([]);
  expect(await bed.desk().queue({})).toMatchObject({
    total: 2,
    pages: 1,
    counts: { open: 2, in_progress: 0, resolved: 0, closed: 1, escalated: 0 },
    staff: [{ name: 'Eva Reis' }, { name: 'Rui Prado' }],
  });
});

test('counts settled tickets up to a limit, and active ones to the last', async () => {
  await bed.openTicket('um');
  const tooMany = SETTLED_COUNTED + 50;
  await sql`
    insert into support_tickets (id, user_id, subject, message, status, awaiting_answer, resolved_at, created_at,
      updated_at, sla_response_due)
    select gen_random_uuid(), user_id, subject, message, each.status, false,
      case when each.status = 'resolved' then now() end, created_at, updated_at, sla_response_due
    from support_tickets, generate_series(1, ${tooMany}), unnest(array['open', 'resolved']) as each (status)`.execute(
    bed.db,
  );
  const { counts, total } = await bed.desk().queue({});
  expect(counts).toMatchObject({ open: tooMany + 1, resolved: SETTLED_COUNTED + 1, closed: 0 });
  expect(total).toBe(tooMany + 1);
});

test('shows the latest message of each thread in the queue, and finds it', async () => {
  const { id } = await bed.openTicket('um');
  const latest = async () => (await bed.desk().queue({ status: 'all' })).tickets[0]!.latestMessage;
  expect(await latest()).toEqual({ text: 'Paguei duas vezes.', fromDesk: false });
  await bed.desk().answer({ id, message: 'Já olhamos.' });
  expect(await latest()).toEqual({ text: 'Já olhamos.', fromDesk: true });
  bed.now = new Date(MONDAY.getTime() + HOUR);
  await bed.author().reply({ id, message: 'Ainda não chegou.' });
  expect(await latest()).toEqual({ text: 'Ainda não chegou.', fromDesk: false });
  expect((await bed.desk().queue({ search: 'não chegou' })).total).toBe(1);
});

test('filters the queue by a used tag', async () => {
  await bed.openTicket('um');
  const { id } = await bed.openTicket('dois');
  const { version } = await bed.desk().ticket({ id });
  await bed
    .desk()
    .act({ id, version, message: '', macroId: null, acts: { addTags: ['pix', 'Aguarda banco'] } });
  expect((await bed.desk().queue({})).tags).toEqual(['Aguarda banco', 'pix']);
  const found = await bed.desk().queue({ tag: 'Aguarda banco' });
  expect(found).toMatchObject({ total: 1, tickets: [{ subject: 'dois' }] });
  expect((await bed.desk().queue({ tag: 'banco' })).total).toBe(0);
});

test('reads a page of the queue in the order of its index', async () => {
  const { pool } = bed.platform;
  const filter = {
    status: 'active',
    priority: 'all',
    assigned: 'all',
    tag: '',
    search: '',
    page: 1,
  } as const;
  const page = { callerId: bed.rui, now: bed.platform.clock.now(), pageSize: 20 };
  const list = (traced: Database) => selectQueue(traced, filter, page);
  expect(await planOf(pool, list, { off: ['enable_sort'], of: 'limit' })).toContain('support_tickets_queue');
});

test('computes timely answers, tickets by hour, and ratings', async () => {
  const { id } = await bed.openTicket();
  await bed.openTicket('outro');
  bed.now = new Date(MONDAY.getTime() + 30 * 60_000);
  await bed.desk().answer({ id, message: 'Pronto.' });
  await bed.desk().setStatus({ id, status: 'resolved' });
  await bed.author().rate({ id, rating: 5 });
  const metrics = await bed.desk().metrics({ days: 7 });
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

test('computes metrics without any tickets', async () => {
  expect(await bed.desk().metrics({})).toMatchObject({ opened: 0, inTimePercent: null, averageRating: null });
});

test('rejects assigning to a buyer, reading another’s ticket, and desk actions by buyers', async () => {
  const { id } = await bed.openTicket();
  await expect(bed.desk().assign({ id, assigneeId: bed.ana })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const stranger = await addBuyer(bed.db);
  await expect(bed.author(stranger).thread({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(bed.author(stranger).reply({ id, message: 'Oi' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(bed.author(stranger).rate({ id, rating: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(bed.desk(stranger, 'buyer').queue({})).rejects.toMatchObject({ code: 'NOT_ADMIN' });
});
