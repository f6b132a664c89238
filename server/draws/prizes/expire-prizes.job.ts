import type { ExpressionBuilder } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { treasuryDueOn } from '@mare/domain/draws/prizes/claim-deadline.ts';
import { type LegalRoute, ROUTE_RULES } from '@mare/domain/rifas/legal/legal-routes.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { formatLongDate } from '@mare/domain/format.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockPrize } from './prizes.queries.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;

/** Every minute: expires prizes that were not claimed by their deadline. */
export const expirePrizesJob = defineJob('expire-prizes', { everyMinutes: 1 }, expirePrizes);

export async function expirePrizes(platform: Deps): Promise<void> {
  const duePrizes = await platform.db
    .selectFrom('prizeClaims')
    .select('winnerId')
    .where('state', '=', 'open')
    .where('claimUntil', '<=', platform.clock.now())
    .where((eb) => eb.not(hasWaitingVoucher(eb)))
    .execute();
  for (const { winnerId } of duePrizes) await expirePrize(platform, winnerId);
}

async function expirePrize(platform: Deps, winnerId: string): Promise<void> {
  const { db, clock } = platform;
  await db.transaction().execute(async (trx) => {
    const prize = await lockPrize(trx, winnerId);
    if (!prize) return;
    const { numUpdatedRows } = await trx
      .updateTable('prizeClaims')
      .set((eb) => ({ state: 'expired', expiredAt: eb.ref('claimUntil') }))
      .where('winnerId', '=', winnerId)
      .where('state', '=', 'open')
      .where('claimUntil', '<=', clock.now())
      .where((eb) => eb.not(hasWaitingVoucher(eb)))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const { title, winnerPosition: position, claimUntil } = prize;
    await recordActivity(trx, platform, {
      userId: null,
      action: 'expire-prize',
      entityType: 'winner',
      entityId: winnerId,
      description: `Prêmio do ${position}º lugar de “${title}” não pedido no prazo.`,
      details: { claimUntil },
    });
    await notifyAdmins(trx, platform, {
      type: 'warning',
      title: 'Um prêmio prescreveu',
      message: `O ${position}º prêmio de “${title}” não foi pedido até ${formatLongDate(claimUntil)}. ${dutyOf(prize)}`,
      data: { href: '/admin/sorteios' },
      deduplicationKey: `prize:${winnerId}:expired`,
    });
    if (prize.userId)
      await sendNotification(trx, platform, {
        userId: prize.userId,
        type: 'warning',
        title: 'O prazo do seu prêmio terminou',
        message: `O prêmio de “${title}” podia ser pedido até ${formatLongDate(claimUntil)}. Dúvidas? Fale com o suporte.`,
        data: { href: '/meus-premios', rifaId: prize.rifaId },
        deduplicationKey: `prize:${winnerId}:expired`,
      });
  });
}

/** The deadline is extended by the duration of the wait. */
function hasWaitingVoucher(eb: ExpressionBuilder<DB, 'prizeClaims'>) {
  return eb.exists(
    eb
      .selectFrom('serviceVouchers')
      .select('serviceVouchers.id')
      .whereRef('serviceVouchers.winnerId', '=', 'prizeClaims.winnerId')
      .where('isWaiting', '=', true),
  );
}

function dutyOf({ route, claimUntil }: { route: LegalRoute; claimUntil: Date }): string {
  if (!ROUTE_RULES[route].lapsesToTreasury) return 'Siga o que o regulamento diz sobre prêmios não pedidos.';
  const day = formatLongDate(new Date(`${treasuryDueOn(claimUntil)}T12:00:00-03:00`));
  return `Recolha o valor ao Tesouro Nacional até ${day} e registre o comprovante em Sorteios.`;
}
