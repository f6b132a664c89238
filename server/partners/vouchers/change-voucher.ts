import type { Transaction, UpdateObject } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { VoucherChange } from '@mare/contract/partners/partners-admin.ts';
import { formatLongDate } from '@mare/domain/format.ts';
import { makeVoucherPin } from '@mare/domain/partners/redemption.ts';
import { makeVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { canBeDelivered, holdForVoucher } from '../../draws/prizes/hold-service-prize.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { NO_BOOKING } from '../bookings/no-booking.ts';
import { notifyFormerPartner } from '../bookings/notify-former-partner.ts';
import { notifyWinner } from './notify-winner.ts';
import { voucherUrl } from './issue-vouchers.job.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'config' | 'jobs'>;

interface Change {
  id: string;
  change: VoucherChange;
  reason: string;
}

export type ChangeVoucherResult = { ok: true } | { ok: false; code: 'NOT_FOUND' | 'FINAL' };

const DAY_MS = 86_400_000;

/**
 * Extends, reassigns or reissues a voucher, and notifies its winner. `FINAL`: it was used or withdrawn, or its prize
 * no longer accepts a voucher.
 */
export function changeVoucher(
  platform: Deps,
  by: PanelUser,
  { id, change, reason }: Change,
): Promise<ChangeVoucherResult> {
  return platform.db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('serviceVouchers')
      .select('winnerId')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!known) return { ok: false, code: 'NOT_FOUND' };
    // Locks the prize before the voucher, as a redemption does.
    const isDeliverable = known.winnerId === null || (await canBeDelivered(trx, platform, known.winnerId));
    const voucher = await trx
      .selectFrom('serviceVouchers')
      .select(['id', 'winnerId', 'prizeName', 'status', 'expiresAt', 'partnerId'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // An expired voucher without a winner was withdrawn by a corrected draw.
    const isOpen =
      voucher.status === 'pending' || (voucher.status === 'expired' && voucher.winnerId !== null);
    if (!isDeliverable || !isOpen) return { ok: false, code: 'FINAL' };
    if (voucher.status === 'expired' && change.kind !== 'extend') return { ok: false, code: 'FINAL' };
    const changed = await apply(trx, platform, voucher, change);
    if (!changed.ok) return changed;
    await trx.updateTable('serviceVouchers').set(changed.values).where('id', '=', id).execute();
    await recordActivity(trx, platform, {
      ...by,
      action: `${change.kind}-voucher`,
      entityType: 'voucher',
      entityId: id,
      description: `${DESCRIPTIONS[change.kind]} de ${voucher.prizeName}: ${reason}`,
      details: { change, reason, before: { expiresAt: voucher.expiresAt, partnerId: voucher.partnerId } },
    });
    await notifyWinner(trx, platform, {
      voucherId: id,
      type: 'info',
      title: 'O seu voucher mudou',
      text: changed.news,
      key: `voucher-changed:${id}:${platform.clock.now().getTime()}`,
    });
    return { ok: true };
  });
}

const DESCRIPTIONS: Record<VoucherChange['kind'], string> = {
  extend: 'Prorrogou o voucher',
  reassign: 'Passou para outro parceiro o voucher',
  reissue: 'Emitiu outro código para o voucher',
};

interface OpenVoucher {
  id: string;
  partnerId: string;
  winnerId: string | null;
  expiresAt: Date;
}

type Applied =
  | { ok: true; values: UpdateObject<DB, 'serviceVouchers'>; news: string }
  | { ok: false; code: 'NOT_FOUND' | 'FINAL' };

async function apply(
  trx: Transaction<DB>,
  platform: Deps,
  voucher: OpenVoucher,
  change: VoucherChange,
): Promise<Applied> {
  if (change.kind === 'extend') return extend(trx, platform, voucher, change.days);
  if (change.kind === 'reassign') return reassign(trx, platform, voucher, change.partnerId);
  const code = makeVoucherCode((count) => platform.random.bytes(count));
  return {
    ok: true,
    values: {
      voucherCode: code,
      qrCodeData: voucherUrl(platform.config.publicUrl, code),
      pin: makeVoucherPin((count) => platform.random.bytes(count)),
      pinFailures: 0,
      pinLockedUntil: null,
    },
    news: 'tem outro código e outro PIN. Os antigos não valem mais: abra o novo em Meus vouchers.',
  };
}

/** Never shortens it. Sets the prize's deadline too. */
async function extend(
  trx: Transaction<DB>,
  platform: Deps,
  { winnerId, expiresAt }: OpenVoucher,
  days: number,
): Promise<Applied> {
  const deadline = winnerId === null ? undefined : await holdForVoucher(trx, platform, winnerId, days);
  if (deadline === null) return { ok: false, code: 'FINAL' };
  const newDeadline = deadline ?? new Date(platform.clock.now().getTime() + days * DAY_MS);
  const until = newDeadline > expiresAt ? newDeadline : expiresAt;
  return {
    ok: true,
    values: { status: 'pending', expiresAt: until },
    news: `agora vale até ${formatLongDate(until)}.`,
  };
}

async function reassign(
  trx: Transaction<DB>,
  platform: Deps,
  voucher: OpenVoucher,
  partnerId: string,
): Promise<Applied> {
  const partner = await trx
    .selectFrom('partners')
    .select(['companyName', 'city'])
    .where('id', '=', partnerId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!partner) return { ok: false, code: 'NOT_FOUND' };
  const isOther = partnerId !== voucher.partnerId;
  if (isOther) await notifyFormerPartner(trx, platform, voucher.id);
  return {
    ok: true,
    values: { partnerId, pinFailures: 0, pinLockedUntil: null, ...(isOther && NO_BOOKING) },
    news: `agora é para usar em ${partner.companyName}, ${partner.city}. O código e o PIN continuam os mesmos.`,
  };
}
