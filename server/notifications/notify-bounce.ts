import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import { findReader } from '../mail/preferences.ts';
import type { Platform } from '../platform/platform.ts';
import { sendNotification } from './send-notification.ts';

/** Notifies the owner of a bounced e-mail address on the site, since mail does not arrive. */
export async function notifyBounce(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  { email, answer }: { email: string; answer: string },
): Promise<void> {
  const reader = await findReader(trx, { email });
  if (!reader) return;
  const { userId } = reader;
  await recordActivity(trx, platform, {
    userId,
    action: 'mail-bounced',
    entityType: 'user',
    entityId: userId,
    description: 'Um e-mail voltou: o endereço da conta não recebe mensagens.',
    details: { answer },
  });
  await sendNotification(trx, platform, {
    userId,
    type: 'warning',
    title: 'Seu e-mail não está recebendo',
    message: 'Uma mensagem nossa voltou. Confira o endereço da sua conta para não perder avisos de sorteio.',
    data: { href: '/minha-conta/seguranca' },
    deduplicationKey: `mail-bounced:${userId}:${platform.clock.now().toISOString()}`,
  });
}
