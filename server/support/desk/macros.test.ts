import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TicketActs } from '@mare/domain/support/macro.ts';
import { createDeskTestbed, type DeskTestbed, HOUR, MONDAY } from './desk.testing.ts';

let bed: DeskTestbed;
beforeAll(async () => {
  bed = await createDeskTestbed();
});
afterAll(() => bed.stop());
beforeEach(() => bed.begin());

const THANKS = 'Oi, Ana! O Pix caiu e os números são seus.';

async function use(
  id: string,
  acts: TicketActs,
  options: { message?: string; version?: number; by?: string } = {},
) {
  const version = options.version ?? (await bed.desk().ticket({ id })).version;
  const { message = THANKS, by = bed.rui } = options;
  const input = { id, version, message, acts: acts as object, macroId: null };
  return bed.desk(by, by === bed.eva ? 'admin' : 'support').act(input);
}

const activity = () =>
  bed.db.selectFrom('activityLogs').selectAll().where('action', '=', 'act-on-ticket').execute();

// @covers beyond: macros of the desk: a quick reply that also sets status, priority, category, assignee and tags, in one
//   transaction with the message [server/support/desk/actions/act-on-ticket.ts, domain/support/macro.ts]
test('answers, categorizes and resolves in one step, with one mail', async () => {
  const { id } = await bed.openTicket();
  const macroId = crypto.randomUUID();
  const acts = {
    status: 'resolved',
    priority: 'high',
    category: 'problema-pagamento',
    assignee: bed.eva,
  } as const;
  await bed.desk().saveQuickReply({ id: macroId, title: 'Pix caiu', body: 'Oi, {nome}!', acts });
  const { version } = await bed.desk().ticket({ id });
  const after = await bed
    .desk()
    .act({ id, version, message: THANKS, acts: { ...acts, addTags: ['pix em dobro'] }, macroId });
  expect(after).toMatchObject({
    status: 'resolved',
    priority: 'high',
    category: 'problema-pagamento',
    assignee: { id: bed.eva },
    tags: ['pix em dobro'],
    awaitingAnswer: false,
    resolvedAt: bed.now.toISOString(),
    replies: [{ message: THANKS, fromDesk: true }],
  });
  const [, answer, ...more] = await bed.mails();
  expect(more).toEqual([]);
  for (const words of [THANKS, 'Conte para a gente como foi']) expect(answer!.text).toContain(words);
  expect(await bed.notificationsOf(bed.ana)).toEqual([
    'Seu ticket foi respondido',
    'Seu ticket foi resolvido',
  ]);
  expect(await activity()).toMatchObject([
    {
      userId: bed.rui,
      details: {
        macro: macroId,
        before: { status: 'open', assigneeId: null },
        description:
          'Usou a macro “Pix caiu” no ticket “Pix em dobro”: situação Resolvido; prioridade Alta; assunto Problema com pagamento; responsável Eva Reis; etiquetas pix em dobro.',
      },
    },
  ]);
  expect((await bed.desk().queue({ status: 'all', search: 'em dobro' })).total).toBe(1);
});

test('only categorizes without a text, and applies the deadline of the new priority', async () => {
  const { id } = await bed.openTicket();
  bed.now = new Date(MONDAY.getTime() + HOUR / 4);
  expect(await use(id, { priority: 'urgent', addTags: ['sorteio'] }, { message: '' })).toMatchObject({
    awaitingAnswer: true,
    slaResponseDue: new Date(MONDAY.getTime() + HOUR / 2).toISOString(),
    assignee: null,
    replies: [],
  });
  expect(await use(id, { removeTags: ['sorteio'] }, { message: '' })).toMatchObject({ tags: [] });
});

test('sends one of two concurrent answers, and shows the other agent that the ticket changed', async () => {
  const { id } = await bed.openTicket();
  const { version } = await bed.desk().ticket({ id });
  const pressed = await Promise.allSettled(
    [bed.rui, bed.eva, bed.rui].map((by) => use(id, { status: 'resolved' }, { version, by })),
  );
  const rejected = pressed.flatMap((each) => (each.status === 'rejected' ? [each.reason as object] : []));
  expect(rejected).toMatchObject([{ code: 'TICKET_CHANGED' }, { code: 'TICKET_CHANGED' }]);
  expect((await bed.desk().ticket({ id })).replies).toHaveLength(1);
  expect(await activity()).toHaveLength(1);
});

test('rejects a macro on a ticket that changed since the agent saw it', async () => {
  const { id } = await bed.openTicket();
  const { version } = await bed.desk().ticket({ id });
  await bed.author().reply({ id, message: 'Achei! Era outro Pix.' });
  await expect(use(id, { status: 'resolved' }, { version })).rejects.toMatchObject({
    code: 'TICKET_CHANGED',
  });
  expect(await bed.desk().ticket({ id })).toMatchObject({ status: 'open', replies: [{ fromDesk: false }] });

  const { id: into } = await bed.openTicket('Outro');
  const seen = await bed.desk().ticket({ id });
  await bed.desk().merge({ id: into, fromId: id });
  await expect(use(id, { status: 'resolved' }, seen)).rejects.toMatchObject({ code: 'TICKET_CHANGED' });
  await expect(use(id, {})).rejects.toMatchObject({ code: 'TICKET_CLOSED' });
  for (const status of ['open', 'in_progress'] as const)
    await expect(use(id, { status }, { message: '' })).rejects.toMatchObject({ code: 'TICKET_CLOSED' });
  // Reading changes nothing.
  const open = await bed.desk().ticket({ id: into });
  await bed.author().markRead({ id: into });
  await bed.desk().markRead({ id: into });
  expect(await use(into, { status: 'resolved' }, { version: open.version })).toMatchObject({
    status: 'resolved',
  });
});

test('changes nothing for an agent without the role, a variable without a value, or too many tags', async () => {
  const { id } = await bed.openTicket();
  const left = { assignee: bed.ana, status: 'resolved' } as const;
  await expect(use(id, left)).rejects.toMatchObject({ code: 'AGENT_LEFT' });
  await expect(use(id, {}, { message: 'O pedido {pedido} está pago.' })).rejects.toMatchObject({
    code: 'REPLY_INCOMPLETE',
  });
  const addTags = Array.from({ length: 10 }, (_, at) => `etiqueta ${at}`);
  await use(id, { addTags }, { message: '' });
  await expect(use(id, { addTags: ['mais uma'] })).rejects.toMatchObject({ code: 'TOO_MANY_TAGS' });
  expect(await bed.desk().ticket({ id })).toMatchObject({ status: 'open', replies: [], assignee: null });
  const macro = { id: crypto.randomUUID(), title: 'Para Ana', body: '' };
  await expect(bed.desk().saveQuickReply({ ...macro, acts: left })).rejects.toMatchObject({
    code: 'AGENT_LEFT',
  });
  await expect(bed.desk().saveQuickReply({ ...macro, acts: { addTags: [] } })).rejects.toMatchObject({
    code: 'REPLY_INCOMPLETE',
  });
  await expect(
    bed.desk(bed.ana, 'buyer').act({ id, version: 0, message: '', acts: {}, macroId: null }),
  ).rejects.toMatchObject({ code: 'NOT_ADMIN' });
});
