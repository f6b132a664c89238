/** Reveals the cotas premiadas of a paid order, idempotently; a refund of their numbers voids them. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import { placeInstantPrizes } from '@mare/domain/draws/instant-prizes.ts';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { recordActivity } from '../../../activity-log/record-activity.ts';
import { sendNotification } from '../../../notifications/send-notification.ts';
import { recordEntry } from '../../../transparency/entries/record-entry.ts';
import { notifyAdmins } from '../../../notifications/notify-admins.ts';
import { defineBatchJob } from '../../../platform/jobs/define-job.ts';
import type { Platform } from '../../../platform/platform.ts';
import { restoreInstantPrizes } from './restore-instant-prizes.ts';
import { placementSeed, type StoredSeed } from '../hiding/placement-seed.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;

export interface InstantPrizeJob {
  orderId: string;
  kind: 'paid' | 'refunded' | 'partlyRefunded' | 'chargedBack';
}

export const findInstantPrizesJob = defineBatchJob(
  'find-instant-prizes',
  {},
  async (platform: Deps, jobs: InstantPrizeJob[]) => {
    const paid = jobs.filter(({ kind }) => kind === 'paid');
    if (paid.length > 0) {
      const concerned = await withInstantPrizes(platform.db, paid);
      for (const { orderId } of concerned) await findInstantPrizes(platform, orderId);
      if (concerned.length > 0) await restoreInstantPrizes(platform, concerned);
    }
    for (const { orderId, kind } of jobs)
      if (kind !== 'paid') await voidInstantPrizes(platform, orderId, kind === 'partlyRefunded');
  },
);

/** Filters for jobs of orders with cotas of a rifa that has cotas premiadas. */
async function withInstantPrizes(db: Kysely<DB>, jobs: InstantPrizeJob[]): Promise<InstantPrizeJob[]> {
  const rows = await db
    .selectFrom('orderItems')
    .innerJoin('instantPrizeSeeds', 'instantPrizeSeeds.rifaId', 'orderItems.rifaId')
    .select('orderItems.orderId')
    .distinct()
    .where(
      'orderItems.orderId',
      'in',
      jobs.map(({ orderId }) => orderId),
    )
    .execute();
  const concerned = new Set(rows.map(({ orderId }) => orderId));
  return jobs.filter(({ orderId }) => concerned.has(orderId));
}

export async function findInstantPrizes(platform: Deps, orderId: string): Promise<void> {
  const heldCotas = await selectHeld(platform.db, orderId);
  for (const rifa of heldCotas) {
    const seed = placementSeed(rifa.rifaId, rifa);
    // The round is not known yet: findEarlyInstantPrizesJob handles this order later.
    if (!seed) continue;
    const numbers = new Set(rifa.numbers);
    const placed = placeInstantPrizes(rifa.rifaId, seed, rifa).filter(({ number }) => numbers.has(number));
    for (const prize of placed)
      await platform.db.transaction().execute((trx) => open(trx, platform, { ...rifa, ...prize, orderId }));
  }
}

interface Found {
  orderId: string;
  rifaId: string;
  title: string;
  totalNumbers: number;
  position: number;
  number: number;
  salt: string;
}

const DELIVERY_FOLLOWS = 'Falaremos com você para combinar a entrega.';
const DELIVERY_WAITS = 'O pagamento está em contestação: a entrega espera a decisão do banco.';

async function open(trx: Transaction<DB>, platform: Deps, found: Found): Promise<void> {
  // Lock the order, so that a refund cannot run before the prize exists and miss voiding it.
  const order = await trx
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.userId')
    .select(['orders.userId', 'orders.externalReference', 'orders.disputedAt', 'profiles.name'])
    .where('orders.id', '=', found.orderId)
    .where('orders.status', '=', 'paid')
    .forShare('orders')
    .executeTakeFirst();
  if (!order) return;
  const { rifaId, position, number, salt, title, orderId } = found;
  // A separate statement after the lock: a partial refund may have taken the cota out of the order, and sold it again.
  const { rows: held } = await sql`
    select from order_items
    where order_id = ${orderId} and rifa_id = ${rifaId} and ${number} = any (selected_numbers)`.execute(trx);
  if (held.length === 0) return;
  const prize = await trx
    .updateTable('instantPrizes')
    .set({ number, salt, foundAt: platform.clock.now(), orderId, userId: order.userId })
    .where('rifaId', '=', rifaId)
    .where('position', '=', position)
    .where('foundAt', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (!prize) return;
  const cota = formatNumber(number, found.totalNumbers);
  const deduplicationKey = `instant-prize:${rifaId}:${position}`;
  await sendNotification(trx, platform, {
    userId: order.userId,
    type: 'success',
    title: 'Você achou uma cota premiada!',
    message: `O seu número ${cota} de “${title}” vale ${prize.name}. ${order.disputedAt ? DELIVERY_WAITS : DELIVERY_FOLLOWS}`,
    data: { href: `/pedido/${order.externalReference}`, rifaId },
    deduplicationKey,
  });
  await notifyAdmins(trx, platform, {
    type: 'admin',
    title: 'Cota premiada encontrada',
    message: `${shortName(order.name)} achou a cota ${cota} de “${title}”: ${prize.name}.`,
    data: { href: `/admin/rifas/${rifaId}`, rifaId },
    deduplicationKey: `${deduplicationKey}:admin`,
  });
  await recordActivity(trx, platform, {
    userId: order.userId,
    action: 'find-instant-prize',
    entityType: 'rifa',
    entityId: rifaId,
    description: `Achou a cota premiada ${cota} de “${title}”: ${prize.name}.`,
    details: { position, number, orderId },
    deduplicationKey,
  });
}

/** Voids the order's prizes, except delivered ones. @param isPart only those whose numbers went back */
export async function voidInstantPrizes(platform: Deps, orderId: string, isPart = false): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .forShare()
      .executeTakeFirst();
    // The charge-back was reversed before this job ran.
    if (!isPart && order?.status === 'paid') return;
    const voidedAt = platform.clock.now();
    const voided = await trx
      .updateTable('instantPrizes')
      .set({ voidedAt })
      .where('orderId', '=', orderId)
      .where('voidedAt', 'is', null)
      .where('deliveredAt', 'is', null)
      .$if(isPart, (update) =>
        update.where(sql<boolean>`exists (
          select from returned_cotas as back
          where back.order_id = instant_prizes.order_id and back.rifa_id = instant_prizes.rifa_id
            and back.released_at is not null and instant_prizes.number = any (back.numbers))`),
      )
      .returning(['rifaId', 'position', 'number', 'name', 'userId'])
      .execute();
    for (const { rifaId, position, number, name, userId } of voided) {
      const at = voidedAt.toISOString();
      await recordEntry(trx, { kind: 'instantVoided', at, rifaId, position, number: number! });
      const deduplicationKey = `instant-prize-void:${rifaId}:${position}:${voidedAt.getTime()}`;
      if (userId)
        await sendNotification(trx, platform, {
          userId,
          type: 'warning',
          title: 'A sua cota premiada foi anulada',
          message: `O pagamento da cota voltou, e com ele o direito a ${name}. Dúvidas? Fale com o suporte.`,
          data: { href: `/rifa/${rifaId}/premiadas`, rifaId },
          deduplicationKey,
        });
      await recordActivity(trx, platform, {
        userId,
        action: 'void-instant-prize',
        entityType: 'rifa',
        entityId: rifaId,
        description: `A cota premiada “${name}” foi anulada: o pagamento do pedido voltou.`,
        details: { position, orderId },
        deduplicationKey,
      });
    }
  });
}

interface HeldNumbers extends StoredSeed {
  rifaId: string;
  title: string;
  totalNumbers: number;
  count: number;
  numbers: number[];
}

/** Rifas of the order with cotas premiadas, with the order's numbers and the seed. */
async function selectHeld(db: Kysely<DB>, orderId: string): Promise<HeldNumbers[]> {
  const { rows } = await sql<HeldNumbers>`
    select s.rifa_id, r.title, r.total_numbers, s.seed, s.beacon_chain, s.beacon_round, known.signature,
      i.selected_numbers as numbers,
      (select count(*)::integer from instant_prizes p where p.rifa_id = s.rifa_id) as count
    from order_items i
    join instant_prize_seeds s on s.rifa_id = i.rifa_id
    join rifas r on r.id = i.rifa_id
    left join instant_prize_rounds known on known.rifa_id = s.rifa_id
    where i.order_id = ${orderId}`.execute(db);
  return rows;
}
