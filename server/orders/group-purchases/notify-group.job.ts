/**
 * Notifies the members of a group purchase: a part is paid, all parts are paid, the deadline is near, the group has
 * ended.
 */
import { countUnpaid, partState } from '@mare/domain/orders/group-purchases/part-state.ts';
import { reminderTime } from '@mare/domain/orders/group-purchases/reminder-time.ts';
import { defineBatchJob, defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { hasSpendingBlock } from '../../accounts/limits/read-own-limits.ts';
import type { QueueDeps } from '../../mail/outbox/queue-message.ts';
import { shortBuyerName } from '../reading/buyer-name.ts';
import { type GroupNews, sendGroupNews } from './send-group-news.ts';
import { selectGroup, selectParts, type StoredGroup, type StoredPart } from './group.queries.ts';

type Deps = QueueDeps & Pick<Platform, 'db' | 'random'>;

/** Handles paid orders; ignores orders without a group. */
export const notifyGroupPaidJob = defineBatchJob(
  'notify-group-paid',
  {},
  async (platform: Deps & Pick<Platform, 'jobs'>, events: { orderId: string }[]) => {
    const { db, jobs } = platform;
    const parts = await db
      .selectFrom('groupPurchaseParts')
      .select(['groupId', 'partNo', 'orderId'])
      .where(
        'orderId',
        'in',
        events.map(({ orderId }) => orderId),
      )
      .execute();
    for (const { groupId, partNo, orderId } of parts) {
      const group = (await selectGroup(db, { id: groupId }))!;
      const all = await selectParts(db, groupId);
      await db.transaction().execute(async (trx) => {
        if (partNo === 1 && !group.endedAt)
          await jobs.enqueue(trx, remindGroupJob, { groupId }, { startAfter: reminderTime(group) });
        await sendGroupNews(trx, platform, group, [
          ...partPaid(group, all, orderId!),
          ...(isComplete(group, all) ? complete(group, all) : []),
        ]);
      });
    }
  },
);

/** Enqueued when the group opens, for a while before its deadline. */
export const remindGroupJob = defineJob(
  'remind-group-purchase',
  {},
  async (platform: Deps, { groupId }: { groupId: string }) => {
    const group = await selectGroup(platform.db, { id: groupId });
    if (!group || group.endedAt) return;
    const parts = await selectParts(platform.db, groupId);
    const left = countUnpaid(parts.map(partState));
    if (left === 0) return;
    const friends = toFriends(group, parts, 'reminder', {
      type: 'warning',
      title: 'O bolão está terminando',
      message: `${missing(left)} no bolão “${group.name}”. O que ninguém pagar até o prazo volta à venda.`,
    });
    await platform.db.transaction().execute(async (trx) => {
      for (const news of friends)
        if (!(await hasSpendingBlock(trx, platform, news.userId)))
          await sendGroupNews(trx, platform, group, [news]);
    });
  },
);

/** Enqueued in the transaction that ends the group before it is complete. */
export const notifyGroupEndJob = defineBatchJob(
  'notify-group-end',
  {},
  async (platform: Deps, events: { groupId: string }[]) => {
    for (const { groupId } of events) await notifyOfEnd(platform, groupId);
  },
);

/** Handles refunded orders: a group ends when its starter's part is refunded. */
export const notifyGroupRefundedJob = defineBatchJob(
  'notify-group-refunded',
  {},
  async (platform: Deps, events: { orderId: string }[]) => {
    const ended = await platform.db
      .selectFrom('groupPurchaseParts as part')
      .innerJoin('groupPurchases as group', 'group.id', 'part.groupId')
      .select('part.groupId')
      .where('part.partNo', '=', 1)
      .where('group.endReason', '=', 'refunded')
      .where(
        'part.orderId',
        'in',
        events.map(({ orderId }) => orderId),
      )
      .execute();
    for (const { groupId } of ended) await notifyOfEnd(platform, groupId);
  },
);

async function notifyOfEnd(platform: Deps, groupId: string): Promise<void> {
  const group = await selectGroup(platform.db, { id: groupId });
  if (!group) return;
  const parts = await selectParts(platform.db, groupId);
  const paid = parts.filter(({ status }) => status === 'paid').length;
  const all = toFriends(group, parts, 'end', {
    type: 'info',
    title: 'O bolão terminou',
    message: endMessage(group, { paid, parts: parts.length }),
  });
  // A starter who ended the group gets no notification, but the refund may come from the shop or the bank.
  const news = group.endReason === 'starter' ? all.filter(({ userId }) => userId !== group.starterId) : all;
  await platform.db.transaction().execute((trx) => sendGroupNews(trx, platform, group, news));
}

function endMessage(
  { name, rifaStatus }: StoredGroup,
  { paid, parts }: { paid: number; parts: number },
): string {
  if (rifaStatus === 'cancelled')
    return `O bolão “${name}” terminou, porque a rifa foi cancelada. O valor das partes pagas volta para quem pagou.`;
  if (paid === 0) return `O bolão “${name}” terminou sem partes pagas.`;
  return `O bolão “${name}” terminou com ${paid} de ${parts} partes pagas. ${paid === 1 ? 'A parte paga continua' : 'As partes pagas continuam'} valendo.`;
}

function partPaid(group: StoredGroup, parts: readonly StoredPart[], orderId: string): GroupNews[] {
  const paid = parts.find((part) => part.orderId === orderId);
  if (!paid || paid.userId === group.starterId) return [];
  const left = countUnpaid(parts.map(partState));
  return [
    {
      userId: group.starterId,
      customer: parts[0]?.customer,
      type: 'success',
      title: 'Mais uma parte paga',
      message: `${shortBuyerName(paid.customer)} pagou a parte ${paid.partNo} do bolão “${group.name}”.${left > 0 ? ` ${missing(left)}.` : ''}`,
      deduplicationKey: `group-part-paid:${orderId}`,
    },
  ];
}

/** Whether all parts are paid, and still are: one may have been refunded since. */
function isComplete({ endReason }: StoredGroup, parts: readonly StoredPart[]): boolean {
  return endReason === 'complete' && parts.every(({ status }) => status === 'paid');
}

function complete(group: StoredGroup, parts: readonly StoredPart[]): GroupNews[] {
  return toFriends(group, parts, 'complete', {
    type: 'success',
    title: 'Bolão completo!',
    message: `Todas as partes do bolão “${group.name}” estão pagas. Boa sorte!`,
  });
}

/** Notifies the starter and all who paid a part. */
function toFriends(
  group: StoredGroup,
  parts: readonly StoredPart[],
  occasion: string,
  news: Pick<GroupNews, 'type' | 'title' | 'message'>,
): GroupNews[] {
  // Includes the customer data of the part that each of them paid; the starter's order may be refunded.
  const friends = new Map<string, unknown>([[group.starterId, parts[0]?.customer]]);
  for (const { status, userId, customer } of parts)
    if (status === 'paid' && userId) friends.set(userId, customer);
  return [...friends].map(([userId, customer]) => ({
    ...news,
    userId,
    customer,
    deduplicationKey: `group-${occasion}:${group.id}:${userId}`,
  }));
}

const missing = (left: number) => (left === 1 ? 'Falta 1 parte' : `Faltam ${left} partes`);
