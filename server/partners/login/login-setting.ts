import { z } from 'zod';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { storeSetting } from '../../settings/store-setting.ts';
import type { Platform } from '../../platform/platform.ts';

const KEY = 'partner_login';
const stored = z.object({ email_code: z.boolean() });

/** Whether partner sign-in needs an e-mailed code. Default: outside the demonstration. */
export async function requiresEmailCode({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
  const setting = stored.safeParse(row?.value);
  return setting.success ? setting.data.email_code : !config.demo;
}

export async function setEmailCodeRequired(
  platform: Pick<Platform, 'db' | 'clock'>,
  change: { emailCode: boolean; userId: string; ipAddress: string | null },
): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    await storeSetting(trx, KEY, { email_code: change.emailCode }, platform.clock.now());
    await recordActivity(trx, platform, {
      userId: change.userId,
      action: 'set-partner-login',
      entityType: 'setting',
      entityId: KEY,
      description: `Código por e-mail no login de parceiros ${change.emailCode ? 'ligado' : 'desligado'}.`,
      details: { after: change.emailCode },
      ipAddress: change.ipAddress,
    });
  });
}
