import { changeLimit, exclude, type OwnLimits, pause } from '@mare/domain/accounts/own-limits.ts';
import type { OwnLimitsView } from '@mare/contract/accounts/own-limits.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { formatLongDate } from '@mare/domain/format.ts';
import type { Platform } from '../../platform/platform.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { enqueueNotice } from '../messages/send-auth-notice.job.ts';
import { lockAccount } from '../persons/persons.queries.ts';
import { CLAIM_MS } from './check-own-limits.ts';
import { lockLimits, storeLimits } from './own-limits.queries.ts';
import { readOwnLimits } from './read-own-limits.ts';
import { spendingBlocked } from './spending-blocked.ts';

export type LimitChange =
  /** Centavos per month; null removes the limit. */
  { kind: 'monthly'; centavos: number | null } | { kind: 'pause'; days: number } | { kind: 'exclusion' };

interface Person {
  userId: string;
  ipAddress: string | null;
}

/** Pauses and exclusions can be extended, never shortened. They end the person's unpaid orders. */
export async function changeOwnLimits(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>,
  { userId, ipAddress }: Person,
  change: LimitChange,
): Promise<OwnLimitsView> {
  return inTransaction(platform.db, async (trx) => {
    const now = platform.clock.now();
    const { personId, email } = await lockAccount(trx, userId);
    const limits = await lockLimits(trx, personId, now);
    const changedLimits = { ...limits, ...changed(limits, change, now) };
    await storeLimits(trx, personId, changedLimits, now);
    await recordActivity(trx, platform, {
      userId,
      action: 'change-own-limits',
      entityType: 'profile',
      entityId: userId,
      description: DESCRIPTIONS[change.kind],
      details: { ...change },
      ipAddress,
    });
    if (change.kind !== 'monthly') {
      const isPause = change.kind === 'pause';
      const until = (isPause ? changedLimits.pausedUntil : changedLimits.excludedUntil)!;
      await platform.jobs.enqueue(trx, spendingBlocked, { personId });
      // A purchase that passed the check a moment ago may not have its order yet.
      const startAfter = new Date(now.getTime() + CLAIM_MS);
      await platform.jobs.enqueue(trx, spendingBlocked, { personId }, { startAfter });
      await sendNotification(trx, platform, {
        userId,
        type: 'info',
        title: isPause ? 'Suas compras estão em pausa' : 'Autoexclusão ativada',
        message:
          'Enquanto ela durar, nenhum pedido novo é aceito nas suas contas. Pedidos sem pagamento terminam agora. Suas cotas continuam valendo.',
        data: { href: '/minha-conta' },
      });
      const notice = isPause ? 'purchases_paused' : 'self_excluded';
      await enqueueNotice(platform, trx, notice, email, null, [['Até', formatLongDate(until)]]);
    }
    return readOwnLimits(trx, platform, userId);
  });
}

const DESCRIPTIONS: Record<LimitChange['kind'], string> = {
  monthly: 'Mudou o próprio limite mensal de gastos.',
  pause: 'Pausou as próprias compras.',
  exclusion: 'Pediu autoexclusão.',
};

function changed(limits: OwnLimits, change: LimitChange, now: Date): Partial<OwnLimits> {
  switch (change.kind) {
    case 'monthly':
      return changeLimit(limits, change.centavos, now);
    case 'pause':
      return pause(limits, change.days, now);
    case 'exclusion':
      return exclude(limits, now);
  }
}
