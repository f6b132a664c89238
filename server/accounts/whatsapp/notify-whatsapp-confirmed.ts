import { sendNotification } from '../../notifications/send-notification.ts';
import type { Platform } from '../../platform/platform.ts';
import { findUser } from '../accounts.queries.ts';
import type { Executor } from '../auth.ts';
import { enqueueNotice } from '../messages/send-auth-notice.job.ts';
import { SECURITY_PAGE, stepsIfNotYou } from '../safety/if-not-you.ts';
import { addSecurityEvent } from '../security/add-security-event.ts';

const SHOWN_DIGITS = 4;

/** Notifies the owner that messages of the account go to that phone: a thief may have confirmed another one. */
export async function notifyWhatsAppConfirmed(
  platform: Pick<Platform, 'clock' | 'random' | 'jobs'>,
  trx: Executor,
  { userId, sessionId, phone }: { userId: string; sessionId: string; phone: string },
): Promise<void> {
  const { userAgent } = await addSecurityEvent(platform, trx, userId, 'whatsapp_confirmed', { sessionId });
  const ending = `termina em ${phone.slice(-SHOWN_DIGITS)}`;
  const user = await findUser(trx, userId);
  await sendNotification(trx, platform, {
    userId,
    type: 'warning',
    title: 'Avisos por WhatsApp ligados',
    message: `Vão para o número que ${ending}. Se não foi você, desligue os avisos em Preferências de Email, ${stepsIfNotYou(user)}`,
    data: { href: SECURITY_PAGE },
  });
  await enqueueNotice(platform, trx, 'whatsapp_confirmed', user?.email ?? null, userAgent, [
    ['Número', ending],
  ]);
}
