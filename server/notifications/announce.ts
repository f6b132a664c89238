import type { Platform } from '../platform/platform.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import { sendNotification } from './send-notification.ts';

interface Announcement {
  title: string;
  message: string;
  /** The admin. */
  userId: string;
  ipAddress: string;
}

export type AnnounceOutcome = { ok: true } | { ok: false; code: 'BLANK' };

/** Broadcasts to all accounts (spec: community, section 5). */
export async function announce(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  { userId, ipAddress, ...typed }: Announcement,
): Promise<AnnounceOutcome> {
  const [title, message] = [typed.title.trim(), typed.message.trim()];
  if (!title || !message) return { ok: false, code: 'BLANK' };
  await platform.db.transaction().execute(async (trx) => {
    await sendNotification(trx, platform, { userId: null, type: 'admin', title, message });
    await recordActivity(trx, platform, {
      userId,
      action: 'send-announcement',
      entityType: 'notification',
      description: `Enviou a notificação “${title}” para todos os usuários.`,
      ipAddress,
    });
  });
  return { ok: true };
}
