import { recordActivity } from '../activity-log/record-activity.ts';
import type { Platform } from '../platform/platform.ts';
import { type PixKey, readPixKey } from './read-pix-key.ts';

export type SetPixKeyResult = { ok: true; key: PixKey } | { ok: false; code: 'INVALID' | 'NO_ACCOUNT' };

/** Pix key for an affiliate's next payouts; approved ones keep theirs. */
export async function setPixKey(
  platform: Pick<Platform, 'db' | 'clock'>,
  { userId, text, ipAddress }: { userId: string; text: string; ipAddress: string | null },
): Promise<SetPixKeyResult> {
  const key = readPixKey(text);
  if (!key) return { ok: false, code: 'INVALID' };
  return platform.db.transaction().execute(async (trx) => {
    const affiliate = await trx
      .updateTable('affiliates')
      .set(key)
      .where('userId', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!affiliate) return { ok: false, code: 'NO_ACCOUNT' };
    await recordActivity(trx, platform, {
      userId,
      action: 'set-pix-key',
      entityType: 'affiliate',
      entityId: affiliate.id,
      description: 'Chave Pix das comissões alterada.',
      ipAddress,
    });
    return { ok: true, key };
  });
}
