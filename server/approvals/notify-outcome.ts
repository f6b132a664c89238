import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { notifyAdmins } from '../notifications/notify-admins.ts';
import { sendNotification } from '../notifications/send-notification.ts';
import type { Platform } from '../platform/platform.ts';

export interface EndedAction {
  id: string;
  summary: string;
  requestedBy: string;
  approvedBy: string | null;
}

const news = {
  done: { type: 'success', title: 'O seu pedido já vale' },
  failed: { type: 'warning', title: 'O seu pedido não teve efeito' },
  rejected: { type: 'warning', title: 'O seu pedido foi recusado' },
} as const;

/**
 * Notifies the requester of the outcome, or every admin if the action took effect without a second person.
 * @param outcome 'rejected' by another admin
 */
export async function notifyOutcome(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  { id, summary, requestedBy, approvedBy }: EndedAction,
  outcome: keyof typeof news,
): Promise<void> {
  const about = {
    message: outcome === 'failed' ? `${summary} O motivo está em Aprovações.` : summary,
    data: { href: '/admin/aprovacoes' },
    deduplicationKey: `approval-ended:${id}`,
  };
  if (outcome === 'done' && approvedBy === null)
    return notifyAdmins(trx, platform, {
      ...about,
      type: 'warning',
      title: 'Um pedido já vale, sem uma segunda pessoa',
    });
  await sendNotification(trx, platform, { ...about, ...news[outcome], userId: requestedBy });
}
