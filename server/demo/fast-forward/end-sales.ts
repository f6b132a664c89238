/** Ends the sales of rifas as their declared end does, then freezes and seals their lists. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { freezeList } from '../../draws/list/freeze-list.ts';
import { sealDrawJob } from '../../draws/sealing/seal-draw.job.ts';
import { endDueGroups } from '../../orders/group-purchases/end-group.ts';
import { expireHold } from '../../orders/lifecycle/update-order.ts';
import type { Platform } from '../../platform/platform.ts';
import { closeDueRifas } from '../../rifas/closing/close-rifas.job.ts';
import { openScheduledRifas } from '../../rifas/publishing/open-scheduled-rifas.job.ts';
import { withShiftedClock } from './shifted-clock.ts';
import type { Step } from './step.ts';

const CHECK_EVERY_MS = 500;
/** Checks for pending payments, which settle within a minute. */
const MAX_CHECKS = 240;

/** @param until sales that end later stay open */
export async function* endSales(platform: Platform, until: Date): AsyncGenerator<Step> {
  const { db, clock } = platform;
  for (const { salesEndAt } of await listSalesEnds(db, until)) {
    const then = withShiftedClock(platform, salesEndAt > clock.now() ? salesEndAt : clock.now());
    await openScheduledRifas(then);
    await closeDueRifas(then);
    for (const rifa of await listUnsealed(db, then.clock.now())) yield* freezeAndSeal(platform, then, rifa);
  }
}

async function* freezeAndSeal(
  platform: Platform,
  then: Platform,
  { id, title }: { id: string; title: string },
): AsyncGenerator<Step> {
  yield {
    text: `As vendas de “${title}” terminaram. Reservas sem pagamento foram desfeitas.`,
    shownAt: `/rifa/${id}`,
    link: 'Ver a rifa',
  };
  await endReservations(platform, id);
  const frozen = await freezeList(then, id);
  if (frozen.ok)
    yield {
      text: `A lista foi congelada e publicada, com ${frozen.soldNumbers.toLocaleString('pt-BR')} cotas.`,
      shownAt: `/sorteios/${id}/lista.txt`,
      link: 'Abrir a lista',
    };
  await sealDrawJob.handle(then, { rifaId: id });
  const seal = await findSeal(platform.db, id);
  if (seal)
    yield {
      text: `O lacre entrou no registro público: vale a extração ${seal.extraction}, de ${seal.extractionDate.split('-').toReversed().join('/')}.`,
      shownAt: `/resultado/${id}`,
      link: 'Ver o lacre',
    };
}

/** @throws when an order is still pending after two minutes */
async function endReservations({ db, clock }: Platform, rifaId: string): Promise<void> {
  await endDueGroups({ db, clock });
  for (let checks = 0; checks < MAX_CHECKS; checks++) {
    const pending = await listPendingOrders(db, rifaId);
    if (pending.length === 0) return;
    for (const { externalReference } of pending) await expireHold(db, externalReference, clock.now());
    await delay(CHECK_EVERY_MS);
  }
  throw new Error(`rifa ${rifaId} still has pending orders`);
}

/** Rifas without a seal, by the end of their sales. */
function listSalesEnds(db: Kysely<DB>, until: Date) {
  return selectUnsealed(db)
    .select('salesEndAt')
    .distinct()
    .where('status', 'in', ['scheduled', 'active', 'closed'])
    .where('salesEndAt', '<=', until)
    .orderBy('salesEndAt')
    .execute();
}

function listUnsealed(db: Kysely<DB>, now: Date) {
  return selectUnsealed(db)
    .select(['rifas.id', 'rifas.title'])
    .where('status', '=', 'closed')
    .where('salesEndAt', '<=', now)
    .orderBy('drawDate')
    .execute();
}

const selectUnsealed = (db: Kysely<DB>) =>
  db
    .selectFrom('rifas')
    .leftJoin('drawSeals as seal', 'seal.rifaId', 'rifas.id')
    .where('seal.rifaId', 'is', null);

function findSeal(db: Kysely<DB>, rifaId: string) {
  return db
    .selectFrom('drawSeals')
    .select(['extraction', 'extractionDate'])
    .where('rifaId', '=', rifaId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function listPendingOrders(db: Kysely<DB>, rifaId: string) {
  return db
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select('orders.externalReference')
    .distinct()
    .where('orderItems.rifaId', '=', rifaId)
    .where('orders.status', '=', 'pending')
    .execute();
}
