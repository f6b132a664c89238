import { z } from 'zod';
import { addSecurityEvent } from '../accounts/security/add-security-event.ts';
import { recordReversibleChange } from '../accounts/security/reversible-changes.ts';
import type { Restore } from '../accounts/security/restore-change.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import type { Platform } from '../platform/platform.ts';
import { notifyOfFormerKey } from './payouts/former-key.ts';
import { type PixKey, readPixKey } from './read-pix-key.ts';

export type SetPixKeyResult = { ok: true; key: PixKey } | { ok: false; code: 'INVALID' | 'NO_ACCOUNT' };

/** Pix key for an affiliate's next payouts; approved ones keep theirs. */
export async function setPixKey(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>,
  {
    userId,
    sessionId,
    text,
    ipAddress,
  }: { userId: string; sessionId: string; text: string; ipAddress: string | null },
): Promise<SetPixKeyResult> {
  const key = readPixKey(text);
  if (!key) return { ok: false, code: 'INVALID' };
  return platform.db.transaction().execute(async (trx) => {
    const affiliate = await trx
      .selectFrom('affiliates')
      .innerJoin('profiles', 'profiles.id', 'affiliates.userId')
      .select(['affiliates.id', 'pixKey', 'pixKeyType', 'email'])
      .where('userId', '=', userId)
      .forUpdate('affiliates')
      .executeTakeFirst();
    if (!affiliate) return { ok: false, code: 'NO_ACCOUNT' };
    // Saving the same key again freezes nothing.
    if (affiliate.pixKey === key.pixKey) return { ok: true, key };
    await trx.updateTable('affiliates').set(key).where('id', '=', affiliate.id).execute();
    const { id, pixKey, pixKeyType } = affiliate;
    await recordReversibleChange(platform, trx, {
      owner: { userId },
      kind: 'affiliate_pix_key',
      before: { id, pixKey, pixKeyType },
      to: [affiliate.email],
    });
    await notifyOfFormerKey(trx, platform, { column: 'affiliateId', id, pixKey: key.pixKey });
    await addSecurityEvent(platform, trx, userId, 'pix_key_changed', { sessionId });
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

const keyBefore = z.object({
  id: z.uuid(),
  pixKey: z.string().nullable(),
  pixKeyType: z.string().nullable(),
});

/** For an undone change of the key. */
export const restoreAffiliatePixKey: Restore = async (trx, before) => {
  const { id, ...key } = keyBefore.parse(before);
  await trx.updateTable('affiliates').set(key).where('id', '=', id).execute();
};
