import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGroupBed, type GroupBed } from '../../checkout/group-purchases/group-purchases.testing.ts';
import { erasePerson } from '../../accounts/privacy/erase-person.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { sendOrderMailJob } from '../mails/send-order-mail.job.ts';
import { endDueGroups } from './end-group.ts';
import { releaseOrder } from '../lifecycle/release-order.ts';
import {
  notifyGroupEndJob,
  notifyGroupPaidJob,
  notifyGroupRefundedJob,
  remindGroupJob,
} from './notify-group.job.ts';

let bed: GroupBed;
beforeAll(async () => {
  bed = await createGroupBed();
  await bed.platform.jobs.prepare([remindGroupJob, notifyGroupEndJob]);
});
afterAll(() => bed.close());

/** Handles the event of a payment, twice: delivery is at least once. */
async function handlePaid(orderId: string) {
  for (let time = 0; time < 2; time++) await notifyGroupPaidJob.handle(bed.platform, { orderId });
}

/** Nina Alves and Ravi Melo pay the second and the third part. */
async function payFriendsParts(rifaId: string, token: string) {
  const [nina, ravi] = [await bed.buyer(), await bed.buyer()];
  for (const [friend, partNo, name] of [
    [nina, 2, 'Nina Alves'],
    [ravi, 3, 'Ravi Melo'],
  ] as const) {
    const part = await bed.take(friend, rifaId, { token }, partNo, { name });
    await bed.pay(part);
    await handlePaid(part.orderId);
  }
  return { nina, ravi };
}

async function messagesTo(userId: string): Promise<string[]> {
  const rows = await bed.db
    .selectFrom('notifications')
    .select(['title', 'message', 'data'])
    .where('userId', '=', userId)
    .where('occasion', 'like', 'group-%')
    .orderBy('sequence')
    .execute();
  return rows.map(({ title, message }) => `${title}: ${message}`);
}

const COMPLETE = 'Bolão completo!: Todas as partes do bolão “Família” estão pagas. Boa sorte!';

test('notifies the starter of each paid part, and everyone of the complete group, once', async () => {
  const rifaId = await bed.rifa(1000);
  const { starter, token, orderId } = await bed.openGroup(rifaId);
  await handlePaid(orderId);
  const { nina, ravi } = await payFriendsParts(rifaId, token);
  expect(await messagesTo(starter)).toEqual([
    'Mais uma parte paga: Nina A. pagou a parte 2 do bolão “Família”. Falta 1 parte.',
    'Mais uma parte paga: Ravi M. pagou a parte 3 do bolão “Família”.',
    COMPLETE,
  ]);
  expect(await messagesTo(nina)).toEqual([COMPLETE]);
  expect(await messagesTo(ravi)).toEqual([COMPLETE]);
});

test('the name of a friend leaves the notification of the starter with the account', async () => {
  const rifaId = await bed.rifa(1000);
  const { starter, token } = await bed.openGroup(rifaId);
  const { nina } = await payFriendsParts(rifaId, token);
  await bed.db.transaction().execute((trx) => erasePerson(trx, { userId: nina, email: null }));
  expect((await messagesTo(starter)).slice(0, 2)).toEqual([
    'Mais uma parte paga: Uma pessoa pagou a parte 2 do bolão “Família”. Falta 1 parte.',
    'Mais uma parte paga: Ravi M. pagou a parte 3 do bolão “Família”.',
  ]);
});

test('mails the address of each order, and pushes to subscribed browsers, once', async () => {
  const rifaId = await bed.rifa(1000);
  const { starter, token, orderId } = await bed.openGroup(rifaId);
  await bed.db
    .insertInto('pushSubscriptions')
    .values({
      id: randomUUID(),
      userId: starter,
      endpoint: `https://push.example/${starter}`,
      p256dhKey: 'chave',
      authKey: 'segredo',
      createdAt: bed.clock.now(),
      updatedAt: bed.clock.now(),
    })
    .execute();
  await handlePaid(orderId);
  const part = await bed.take(await bed.buyer(), rifaId, { token }, 2, { name: 'Nina Alves' });
  await bed.pay(part);
  await handlePaid(part.orderId);
  const pushed = await bed.db
    .selectFrom('outbox')
    .select('key')
    .where('key', 'like', `push:group-part-paid:${part.orderId}:%`)
    .execute();
  expect(pushed).toHaveLength(1);
  const sent: Mail[] = [];
  await deliverOutbox({ ...bed.platform, mailer: { send: async (mail: Mail) => void sent.push(mail) } });
  const mails = sent.filter(({ text }) => text.includes(`/bolao/${token}`));
  expect(mails).toMatchObject([
    { to: 'ana@exemplo.com.br', subject: expect.stringContaining('Mais uma parte paga') as string },
  ]);
  expect(mails[0]!.text).toContain('Nina A. pagou a parte 2 do bolão “Família”. Falta 1 parte.');
});

test('reminds friends who paid once, while the group is open', async () => {
  const rifaId = await bed.rifa(1000);
  const { starter, token, orderId } = await bed.openGroup(rifaId, { hours: 1 });
  await handlePaid(orderId);
  const { rows } = await bed.pool.query<{ data: { groupId: string }; early: number }>(
    `select data, extract(epoch from deadline - start_after)::int / 60 as early from pgboss.job as job
     join group_purchases on group_purchases.id::text = data->>'groupId'
     where job.name = 'remind-group-purchase' and token = $1`,
    [token],
  );
  expect(rows[0]).toMatchObject({ early: 10 });
  const { groupId } = rows[0]!.data;
  for (let time = 0; time < 2; time++) await remindGroupJob.handle(bed.platform, { groupId });
  expect(await messagesTo(starter)).toEqual([
    'O bolão está terminando: Faltam 2 partes no bolão “Família”. O que ninguém pagar até o prazo volta à venda.',
  ]);
  await bed.clientOf(starter).orders.endGroup({ token });
  await remindGroupJob.handle(bed.platform, { groupId });
  expect(await messagesTo(starter)).toHaveLength(1);
});

test('counts no returned part as missing', async () => {
  const rifaId = await bed.rifa(1000);
  const { starter, token, orderId } = await bed.openGroup(rifaId, { hours: 1 });
  await handlePaid(orderId);
  const friend = await bed.buyer();
  const gone = await bed.take(friend, rifaId, { token }, 2, { name: 'Nina Alves' });
  await bed.pay(gone);
  await handlePaid(gone.orderId);
  await bed.db.transaction().execute((trx) => releaseOrder(trx, gone.orderId, 'refunded'));
  const part = await bed.take(await bed.buyer(), rifaId, { token }, 3, { name: 'Ravi Melo' });
  await bed.pay(part);
  await handlePaid(part.orderId);
  expect((await messagesTo(starter)).at(-1)).toBe(
    'Mais uma parte paga: Ravi M. pagou a parte 3 do bolão “Família”.',
  );
  const { id: groupId } = await bed.db
    .selectFrom('groupPurchases')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  await remindGroupJob.handle(bed.platform, { groupId });
  expect((await messagesTo(starter)).filter((message) => message.startsWith('O bolão está'))).toEqual([]);
});

test('reports at the deadline how many parts are paid', async () => {
  const rifaId = await bed.rifa(1000);
  const { starter, token } = await bed.openGroup(rifaId, { hours: 1 });
  const friend = await bed.buyer();
  await bed.pay(await bed.take(friend, rifaId, { token }, 2));
  bed.clock.advance(3_601);
  const ended: string[] = [];
  await endDueGroups(bed.platform, async (_, groupIds) => void ended.push(...groupIds));
  for (const groupId of [...ended, ...ended]) await notifyGroupEndJob.handle(bed.platform, { groupId });
  const message =
    'O bolão terminou: O bolão “Família” terminou com 2 de 3 partes pagas. As partes pagas continuam valendo.';
  expect(await messagesTo(starter)).toEqual([message]);
  expect(await messagesTo(friend)).toEqual([message]);
});

test('notifies only the friends that the starter has ended it', async () => {
  const rifaId = await bed.rifa(1000);
  const { starter, token } = await bed.openGroup(rifaId);
  const friend = await bed.buyer();
  await bed.pay(await bed.take(friend, rifaId, { token }, 2));
  await bed.clientOf(starter).orders.endGroup({ token });
  const { rows } = await bed.pool.query<{ data: { groupId: string } }>(
    `select data from pgboss.job as job join group_purchases on group_purchases.id::text = data->>'groupId'
     where job.name = 'notify-group-end' and token = $1`,
    [token],
  );
  for (const { data } of rows) await notifyGroupEndJob.handle(bed.platform, data);
  expect(await messagesTo(friend)).toEqual([
    'O bolão terminou: O bolão “Família” terminou com 2 de 3 partes pagas. As partes pagas continuam valendo.',
  ]);
  expect(await messagesTo(starter)).toEqual([]);
});

test('notifies the friends that the group ended with the refund of its starter', async () => {
  const rifaId = await bed.rifa(1000);
  const { starter, token, orderId } = await bed.openGroup(rifaId);
  const friend = await bed.buyer();
  const part = await bed.take(friend, rifaId, { token }, 2, { name: 'Nina Alves' });
  await bed.pay(part);
  for (const refunded of [part.orderId, orderId, orderId]) {
    if (refunded === orderId)
      await bed.db.transaction().execute((trx) => releaseOrder(trx, orderId, 'refunded'));
    await notifyGroupRefundedJob.handle(bed.platform, { orderId: refunded });
  }
  for (const person of [starter, friend])
    expect(await messagesTo(person)).toEqual([
      'O bolão terminou: O bolão “Família” terminou com 1 de 3 partes pagas. A parte paga continua valendo.',
    ]);
});

test('does not describe paid parts as valid once the rifa is cancelled', async () => {
  const rifaId = await bed.rifa(1000);
  const { starter } = await bed.openGroup(rifaId);
  await bed.db.updateTable('rifas').set({ status: 'cancelled' }).where('id', '=', rifaId).execute();
  const ended: string[] = [];
  await endDueGroups(bed.platform, async (_, groupIds) => void ended.push(...groupIds));
  for (const groupId of ended) await notifyGroupEndJob.handle(bed.platform, { groupId });
  expect(await messagesTo(starter)).toEqual([
    'O bolão terminou: O bolão “Família” terminou, porque a rifa foi cancelada. O valor das partes pagas volta para quem pagou.',
  ]);
});

test('does not remind a self-excluded friend', async () => {
  const rifaId = await bed.rifa(1000);
  const { starter, token, orderId } = await bed.openGroup(rifaId);
  await handlePaid(orderId);
  const nina = await bed.buyer();
  await bed.pay(await bed.take(nina, rifaId, { token }, 2, { name: 'Nina Alves' }));
  const now = bed.platform.clock.now();
  const excludedUntil = new Date(now.getTime() + 86_400_000);
  await bed.db.insertInto('ownLimits').values({ userId: nina, excludedUntil, updatedAt: now }).execute();
  const { id: groupId } = await bed.db
    .selectFrom('groupPurchases')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  await remindGroupJob.handle(bed.platform, { groupId });
  expect(await messagesTo(starter)).toHaveLength(1);
  expect(await messagesTo(nina)).toEqual([]);
});

test('does not announce a group as complete if a part was refunded before', async () => {
  const rifaId = await bed.rifa(1000);
  const { starter, token } = await bed.openGroup(rifaId, { parts: 2 });
  const friend = await bed.buyer();
  const part = await bed.take(friend, rifaId, { token }, 2, { name: 'Nina Alves' });
  await bed.pay(part);
  await bed.db.transaction().execute((trx) => releaseOrder(trx, part.orderId, 'refunded'));
  await handlePaid(part.orderId);
  expect(await messagesTo(starter)).not.toContain(COMPLETE);
  expect(await messagesTo(friend)).toEqual([]);
});

test('reminds of an unpaid part without saying that its numbers become free', async () => {
  const rifaId = await bed.rifa(1000);
  const { token } = await bed.openGroup(rifaId);
  const { orderId } = await bed.take(await bed.buyer(), rifaId, { token }, 2, { name: 'Nina Alves' });
  await sendOrderMailJob.handle(bed.platform, { orderId, kind: 'created' });
  const sent: Mail[] = [];
  await deliverOutbox({ ...bed.platform, mailer: { send: async (mail: Mail) => void sent.push(mail) } });
  const asking = sent.find(({ subject }) => subject.startsWith('Falta só o pagamento'))!;
  expect(asking.text).toContain('Depois disso você não fica mais com esta parte do bolão.');
  expect(asking.text).toContain('na página do pedido está o link dele');
  expect(asking.text).not.toContain('livres');
});

test('ignores orders that are not part of a group', async () => {
  const { id, userId } = await bed.order();
  await handlePaid(id);
  expect(await messagesTo(userId)).toEqual([]);
});
