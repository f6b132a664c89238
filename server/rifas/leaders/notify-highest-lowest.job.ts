/** Notifies the holders of the highest and lowest cota and the admins when the window of that prize has ended. */
import type { ExpressionBuilder, Transaction } from 'kysely';
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
const RIFAS_PER_BATCH = 100;

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
}

export const notifyHighestLowestJob = defineJob('tell-extremes', { everyMinutes: 10 }, notifyHighestLowest);

/** Idempotent. Skips unpublished and cancelled rifas. */
async function notifyHighestLowest(platform: Deps): Promise<void> {
  const { db, clock } = platform;
  const ended = await db
    .selectFrom('rifas')
    .select(['id as rifaId', 'title', 'totalNumbers'])
    .select(['extremesPrize as prize', 'extremesFrom as from', 'extremesTo as to'])
    .where('extremesTo', '<=', new Date(clock.now().getTime() - GRACE_MS))
    .where(isNotNotified)
    .where('publishedAt', 'is not', null)
    .where('status', '<>', 'cancelled')
    .orderBy('extremesTo')
    .limit(RIFAS_PER_BATCH)
    .$narrowType<{ prize: string; from: Date; to: Date }>()
    .execute();
  for (const window of ended) await db.transaction().execute((trx) => notifyWindow(trx, platform, window));
}

/** A notification sent before the window's end was about an earlier end of the window. */
function isNotNotified(eb: ExpressionBuilder<DB, 'rifas'>) {
  return eb.or([eb('extremesToldAt', 'is', null), eb('extremesToldAt', '<', eb.ref('extremesTo'))]);
}

/** The transaction that sets `extremes_told_at` sends the notifications. */
async function notifyWindow(trx: Transaction<DB>, platform: Deps, window: EndedWindow): Promise<void> {
  const { rifaId, title } = window;
  const { numUpdatedRows } = await trx
    .updateTable('rifas')
    .set({ extremesToldAt: platform.clock.now() })
    .where('id', '=', rifaId)
    .where('extremesTo', '=', window.to)
    .where(isNotNotified)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const deduplicationKey = `extremes:${rifaId}:${window.to.toISOString()}`;
  const results: string[] = [];
  const winners: { side: string; userId: string; number: number }[] = [];
  for (const { side, word } of SIDES) {
    const found = await findHighestOrLowest(trx, rifaId, { ...window, side });
    if (!found) continue;
    const cota = formatNumber(found.number, window.totalNumbers);
    await notifyHolder(trx, platform, {
      ...window,
      found,
      cota,
      word,
      deduplicationKey: `${deduplicationKey}:${side}`,
    });
    results.push(`${shortName(found.name)} com a ${cota} (${word})`);
    winners.push({ side, userId: found.userId, number: found.number });
  }
  const outcome =
    results.length === 0
      ? 'nenhuma cota foi paga no período'
      : `${results.join(' e ')}. Prêmio: ${window.prize}`;
  await notifyAdmins(trx, platform, {
    type: 'admin',
    title: 'Maior e menor cota: o período terminou',
    message: `“${title}”: ${outcome}.`,
    data: { href: `/admin/rifas/${rifaId}`, rifaId },
    deduplicationKey: `${deduplicationKey}:admin`,
  });
  await recordActivity(trx, platform, {
    userId: null,
    action: 'close-extremes',
    entityType: 'rifa',
    entityId: rifaId,
    description: `Fechou a maior e menor cota de “${title}”: ${outcome}.`,
    details: { prize: window.prize, winners },
    deduplicationKey,
  });
}

async function notifyHolder(
  trx: Transaction<DB>,
  platform: Deps,
  won: EndedWindow & { found: HighestOrLowestCota; cota: string; word: string; deduplicationKey: string },
): Promise<void> {
  const { giftReference, externalReference } = won.found;
  await sendNotification(trx, platform, {
    userId: won.found.userId,
    type: 'success',
    title: `Você ficou com a ${won.word} cota!`,
    message: `O seu número ${won.cota} foi a ${won.word} cota de “${won.title}”. Seu prêmio: ${won.prize}. Vamos falar com você para entregar.`,
    data: {
      href: giftReference ? `/presente/${giftReference}` : `/pedido/${externalReference}`,
      rifaId: won.rifaId,
    },
    deduplicationKey: won.deduplicationKey,
  });
}
