/** Bookings of winners without an account, authenticated by the code and the PIN of their printed voucher. */
import type { CodeVoucher } from '@mare/contract/partners/bookings.ts';
import type { Booking, BookingAction } from '@mare/domain/partners/booking.ts';
import { judgeRedemption, type Rejection } from '@mare/domain/partners/redemption.ts';
import { readVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import type { Platform } from '../../platform/platform.ts';
import { countWrongPin, lockVoucher } from '../vouchers/redemption/voucher-pin.ts';
import { changeVoucherBooking, type ChangeBookingResult } from './change-voucher-booking.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>;

interface Proof {
  /** As typed. */
  code: string;
  pin: string;
}

type Rejected = { ok: false; code: 'VOUCHER_INVALID'; rejection: Rejection };
export type OpenVoucherResult = { ok: true; voucher: CodeVoucher } | Rejected;

const UNKNOWN: Rejection = { reason: 'unknown', at: null, attemptsLeft: null };

export async function openVoucherByCode(platform: Deps, proof: Proof): Promise<OpenVoucherResult> {
  const proved = await proveVoucher(platform, proof);
  if (!proved.ok) return proved;
  const { expiresAt, booking, companyName, address, city, state, phone, partnerStatus, ...voucher } =
    await platform.db
      .selectFrom('serviceVouchers')
      .innerJoin('partners', 'partners.id', 'serviceVouchers.partnerId')
      .select(['prizeName', 'serviceType', 'expiresAt', 'booking', 'bookingVersion'])
      .select([
        'partners.companyName',
        'partners.address',
        'partners.city',
        'partners.state',
        'partners.phone',
      ])
      .select('partners.status as partnerStatus')
      .where('serviceVouchers.id', '=', proved.id)
      .executeTakeFirstOrThrow();
  return {
    ok: true,
    voucher: {
      ...voucher,
      expiresAt: expiresAt.toISOString(),
      // Written by `changeBooking`.
      booking: booking as unknown as Booking | null,
      partner: { companyName, address, city, state, phone, isPaused: partnerStatus !== 'active' },
    },
  };
}

export async function bookByCode(
  platform: Deps,
  proof: Proof,
  change: { version: number; action: BookingAction },
): Promise<ChangeBookingResult | Rejected> {
  const proved = await proveVoucher(platform, proof);
  if (!proved.ok) return proved;
  return changeVoucherBooking(platform, { accountless: true }, { id: proved.id, ...change });
}

/** Excludes vouchers of accounts: their winners sign in. */
function proveVoucher(
  { db, clock, random }: Deps,
  { code, pin }: Proof,
): Promise<{ ok: true; id: string } | Rejected> {
  const voucherCode = readVoucherCode(code);
  const rejected = (rejection: Rejection): Rejected => ({ ok: false, code: 'VOUCHER_INVALID', rejection });
  if (!voucherCode) return Promise.resolve(rejected(UNKNOWN));
  return db.transaction().execute(async (trx) => {
    const found = await lockVoucher(trx, voucherCode);
    if (!found || found.userId !== null) return rejected(UNKNOWN);
    const { partnerId } = found;
    const rejection = judgeRedemption(found, { partnerId, pin, now: clock.now() });
    if (!rejection) return { ok: true, id: found.id };
    await countWrongPin(trx, { clock, random }, found, rejection);
    return rejected(rejection);
  });
}
