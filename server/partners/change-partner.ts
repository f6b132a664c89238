import { z } from 'zod';
import type { PartnerStatus } from '@mare/domain/partners/partner-state.ts';
import { recordReversibleChange } from '../accounts/security/reversible-changes.ts';
import type { Restore } from '../accounts/security/restore-change.ts';
import { maskPixKey, readPixKey } from '../affiliates/read-pix-key.ts';
import { notifyOfFormerKey } from '../affiliates/payouts/former-key.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import type { Platform } from '../platform/platform.ts';
import { issueVouchersJob } from './vouchers/issue-vouchers.job.ts';
import { lockOpenVouchers, type OpenVouchersChoice, releaseVouchers } from './vouchers/release-vouchers.ts';
import { announceReturn } from './vouchers/announce-return.ts';
import { addPartnerSecurityEvent } from './security/partner-security-events.ts';
import { notifyPartner, type PartnerNews } from './notify-partner.ts';

interface ByAdmin {
  id: string;
  /** The admin. */
  userId: string;
  ipAddress: string | null;
}

const DESCRIPTIONS: Record<PartnerNews, string> = {
  pending: 'Parceiro em análise.',
  active: 'Parceiro aprovado.',
  resumed: 'Parceiro reativado.',
  inactive: 'Parceiro pausado.',
  rejected: 'Parceiro recusado.',
};

interface StatusChange extends ByAdmin {
  status: PartnerStatus;
  from: PartnerStatus;
  /** For a pause. */
  openVouchers?: OpenVouchersChoice;
}

interface StatusChanged {
  ok: true;
  /** Open vouchers moved to another partner, and vouchers that wait. */
  reassigned: number;
  waiting: number;
}

/**
 * Sets a partner's status, with optimistic locking on the current one. Deactivation ends the partner's sessions;
 * activation issues the vouchers that were waiting for a partner.
 */
export async function setPartnerStatus(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>,
  { id, userId, ipAddress, status, from, openVouchers = 'keep' }: StatusChange,
): Promise<StatusChanged | { ok: false; code: 'NOT_FOUND' | 'EXISTS' | 'CHANGED' }> {
  return platform.db.transaction().execute(async (trx) => {
    if (status === 'inactive') await lockOpenVouchers(trx, id);
    const before = await trx
      .selectFrom('partners')
      .select(['status', 'email', 'companyName', 'city', 'state'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) return { ok: false, code: 'NOT_FOUND' };
    if (before.status === status) return { ok: true, reassigned: 0, waiting: 0 };
    if (before.status !== from) return { ok: false, code: 'CHANGED' };
    const sameEmail = await trx
      .selectFrom('partners')
      .select('id')
      .where('email', '=', before.email)
      .where('id', '!=', id)
      .where('status', '!=', 'rejected')
      .executeTakeFirst();
    if (sameEmail && status !== 'rejected') return { ok: false, code: 'EXISTS' };
    await trx
      .updateTable('partners')
      .set({ status, decidedBy: userId, decidedAt: platform.clock.now() })
      .where('id', '=', id)
      .execute();
    const changed = { partnerId: id, event: 'status_changed', ipAddress: null } as const;
    await addPartnerSecurityEvent(trx, changed, platform.clock.now());
    if (status === 'active') await platform.jobs.enqueue(trx, issueVouchersJob, { rifaId: null });
    else await trx.deleteFrom('partnerSessions').where('partnerId', '=', id).execute();
    const news = status === 'active' && before.status === 'inactive' ? 'resumed' : status;
    await recordActivity(trx, platform, {
      userId,
      action: 'set-partner-status',
      entityType: 'partner',
      entityId: id,
      description: DESCRIPTIONS[news],
      details: { before: before.status, after: status },
      ipAddress,
    });
    await notifyPartner(trx, platform, { ...before, id }, news);
    if (news === 'resumed') await announceReturn(trx, platform, { ...before, id });
    const released =
      status === 'inactive'
        ? await releaseVouchers(trx, platform, { ...before, id }, openVouchers)
        : { reassigned: 0, waiting: 0 };
    return { ok: true, ...released };
  });
}

export async function setPartnerPixKey(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>,
  { id, userId, ipAddress, text }: ByAdmin & { text: string },
): Promise<{ ok: true; masked: string } | { ok: false; code: 'NOT_FOUND' | 'INVALID' }> {
  const key = readPixKey(text);
  if (!key) return { ok: false, code: 'INVALID' };
  return platform.db.transaction().execute(async (trx) => {
    const partner = await trx
      .selectFrom('partners')
      .select(['pixKey', 'pixKeyType', 'email'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!partner) return { ok: false, code: 'NOT_FOUND' };
    const { email, ...before } = partner;
    if (before.pixKey === key.pixKey) return { ok: true, masked: maskPixKey(key.pixKey) };
    await trx.updateTable('partners').set(key).where('id', '=', id).execute();
    await recordReversibleChange(platform, trx, {
      owner: { partnerId: id },
      kind: 'partner_pix_key',
      before: { id, ...before },
      to: [email],
    });
    await notifyOfFormerKey(trx, platform, { column: 'partnerId', id, pixKey: key.pixKey });
    const changed = { partnerId: id, event: 'pix_key_changed', ipAddress: null } as const;
    await addPartnerSecurityEvent(trx, changed, platform.clock.now());
    await recordActivity(trx, platform, {
      userId,
      action: 'set-pix-key',
      entityType: 'partner',
      entityId: id,
      description: 'Chave Pix do parceiro alterada.',
      details: { after: maskPixKey(key.pixKey) },
      ipAddress,
    });
    return { ok: true, masked: maskPixKey(key.pixKey) };
  });
}

const keyBefore = z.object({
  id: z.uuid(),
  pixKey: z.string().nullable(),
  pixKeyType: z.string().nullable(),
});

/** For an undone change of the key. */
export const restorePartnerPixKey: Restore = async (trx, before, now) => {
  const { id, ...key } = keyBefore.parse(before);
  await trx.updateTable('partners').set(key).where('id', '=', id).execute();
  await addPartnerSecurityEvent(trx, { partnerId: id, event: 'change_undone', ipAddress: null }, now);
};
