/**
 * Notifies the holders of the highest and lowest cota and the admins when the window of that prize has ended, and again
 * when a refund or a gift changes a holder later.
 */
import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { type HighestOrLowestCota, findHighestOrLowest } from './highest-lowest.queries.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;

/** Webhooks of payments made in the last minute may arrive after the window ends. */
const GRACE_MS = 30 * 60_000;
/** Later changes concern prizes that were handed over. */
const WATCHED_MS = 30 * 86_400_000;

const SIDES = [
  { side: 'highest', word: 'maior' },
  { side: 'lowest', word: 'menor' },
] as const;

interface EndedWindow {
  rifaId: string;
  title: string;
  totalNumbers: number;
  prize: string;
  from: Date;
  to: Date;
  /** Whether the result was notified before. */
  isNotified: boolean;
}

export const notifyHighestLowestJob = defineJob('tell-extremes', { everyMinutes: 10 }, notifyHighestLowest);

/** Idempotent. Skips unpublished and cancelled rifas. */
async function notifyHighestLowest(platform: Deps): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now().getTime();
  const ended = await db
    .selectFrom('rifas')
    .select(['id as rifaId', 'title', 'totalNumbers'])
    .select(['extremesPrize as prize', 'extremesFrom as from', 'extremesTo as to'])
    // A notification sent before the window's end was about an earlier end of the window.
    .select((eb) =>
      sql<boolean>`coalesce(${eb.ref('extremesToldAt')} >= ${eb.ref('extremesTo')}, false)`.as('isNotified'),
    )
    .where('extremesTo', '<=', new Date(now - GRACE_MS))
    .where('extremesTo', '>', new Date(now - WATCHED_MS))
    .where('publishedAt', 'is not', null)
    .where('status', '<>', 'cancelled')
    .orderBy('extremesTo')
    .$narrowType<{ prize: string; from: Date; to: Date; isNotified: boolean }>()
    .execute();
  for (const window of ended) await db.transaction().execute((trx) => notifyWindow(trx, platform, window));
}

interface Winner extends HighestOrLowestCota {
  side: 'highest' | 'lowest';
  /** As shown, e.g. 'maior'. */
  word: string;
  /** As shown, e.g. '0950'. */
  cota: string;
}

async function findWinners(trx: Transaction<DB>, window: EndedWindow): Promise<Winner[]> {
  const winners: Winner[] = [];
  for (const { side, word } of SIDES) {
    const found = await findHighestOrLowest(trx, window.rifaId, { ...window, side });
    if (found) winners.push({ ...found, side, word, cota: formatNumber(found.number, window.totalNumbers) });
  }
  return winners;
}

/** A cota in an order, or in a gift: the same after its holder's account was merged into another. */
const ownershipOf = ({ side, number, externalReference, giftReference }: Winner) =>
  `${side}:${number}:${giftReference ?? externalReference}`;

/** The transaction that stores a new result sends its notifications. */
async function notifyWindow(trx: Transaction<DB>, platform: Deps, window: EndedWindow): Promise<void> {
  const { rifaId, title } = window;
  const now = platform.clock.now();
  const winners = await findWinners(trx, window);
  const result = [window.to.toISOString(), ...winners.map(ownershipOf)].join(' ');
  const { numUpdatedRows } = await trx
    .updateTable('rifas')
    .set({ extremesToldAt: now, extremesTold: result })
    .where('id', '=', rifaId)
    .where('extremesTo', '=', window.to)
    .where('extremesTold', 'is distinct from', result)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const ofWindow = `extremes:${rifaId}:${window.to.toISOString()}`;
  for (const winner of winners)
    await notifyHolder(trx, platform, window, winner, `${ofWindow}:${ownershipOf(winner)}`);
  const results = winners.map(({ name, cota, word }) => `${shortName(name)} com a ${cota} (${word})`);
  const outcome =
    results.length === 0
      ? 'nenhuma cota foi paga no período'
      : `${results.join(' e ')}. Prêmio: ${window.prize}`;
  const deduplicationKey = `${ofWindow}:${now.toISOString()}`;
  await notifyAdmins(trx, platform, {
    type: 'admin',
    title: `Maior e menor cota: ${window.isNotified ? 'o resultado mudou' : 'o período terminou'}`,
    message: `“${title}”: ${outcome}.`,
    data: { href: `/admin/rifas/${rifaId}`, rifaId },
    deduplicationKey: `${deduplicationKey}:admin`,
  });
  await recordActivity(trx, platform, {
    userId: null,
    action: 'close-extremes',
    entityType: 'rifa',
    entityId: rifaId,
    description: `${window.isNotified ? 'Mudou' : 'Fechou'} a maior e menor cota de “${title}”: ${outcome}.`,
    details: {
      prize: window.prize,
      winners: winners.map(({ side, userId, number }) => ({ side, userId, number })),
    },
    deduplicationKey,
  });
}

async function notifyHolder(
  trx: Transaction<DB>,
  platform: Deps,
  { rifaId, title, prize }: EndedWindow,
  { userId, word, cota, giftReference, externalReference }: Winner,
  deduplicationKey: string,
): Promise<void> {
  await sendNotification(trx, platform, {
    userId,
    type: 'success',
    title: `Você ficou com a ${word} cota!`,
    message: `O seu número ${cota} foi a ${word} cota de “${title}”. Seu prêmio: ${prize}. Vamos falar com você para entregar.`,
    data: { href: giftReference ? `/presente/${giftReference}` : `/pedido/${externalReference}`, rifaId },
    deduplicationKey,
  });
}
