/** Whether a partner may redeem a voucher. Its winner confirms with a PIN, which the QR code does not contain. */
import { fullMinute } from '../time/full-minute.ts';
import type { VoucherStatus } from './voucher-state.ts';

/** Wrong PINs in a row until the voucher is locked: guessing a four-digit PIN succeeds once in 2,000 locks. */
export const PIN_ATTEMPTS = 5;
/** The lock ends at the next full minute after it. */
export const PIN_LOCK_MS = 15 * 60_000;

export const REDEMPTION_REJECTIONS = [
  'unknown',
  'other_partner',
  'used',
  'expired',
  /** The prize is disputed, refunded or was delivered otherwise: the shop decides first. */
  'blocked',
  'wrong_pin',
  'locked',
] as const;
export type RedemptionRejection = (typeof REDEMPTION_REJECTIONS)[number];

export interface RedeemableVoucher {
  partnerId: string;
  status: VoucherStatus;
  pin: string;
  pinFailures: number;
  pinLockedUntil: Date | null;
  expiresAt: Date;
  validatedAt: Date | null;
}

export interface Rejection {
  reason: RedemptionRejection;
  /** When it was used, when it expired, or when it may be tried again. */
  at: Date | null;
  /** Tries left before the voucher is locked; for `wrong_pin`. */
  attemptsLeft: number | null;
}

const reject = (reason: RedemptionRejection, more: Partial<Rejection> = {}): Rejection => ({
  reason,
  at: null,
  attemptsLeft: null,
  ...more,
});

/** @returns null if it may be redeemed */
export function judgeRedemption(
  voucher: RedeemableVoucher | null,
  { partnerId, pin, now }: { partnerId: string; pin: string; now: Date },
): Rejection | null {
  if (!voucher) return reject('unknown');
  if (voucher.partnerId !== partnerId) return reject('other_partner');
  if (voucher.status === 'validated') return reject('used', { at: voucher.validatedAt });
  if (voucher.status === 'expired' || voucher.expiresAt <= now)
    return reject('expired', { at: voucher.expiresAt });
  const { pinLockedUntil } = voucher;
  if (pinLockedUntil && pinLockedUntil > now) return reject('locked', { at: pinLockedUntil });
  if (voucher.pin !== pin) {
    const { pinFailures, pinLockedUntil: until } = afterWrongPin(voucher, now);
    return until && until > now
      ? reject('locked', { at: until })
      : reject('wrong_pin', { attemptsLeft: PIN_ATTEMPTS - pinFailures });
  }
  return null;
}

/** The count and lock after another wrong PIN. A lock starts the count again. */
export function afterWrongPin(
  { pinFailures }: Pick<RedeemableVoucher, 'pinFailures'>,
  now: Date,
): Pick<RedeemableVoucher, 'pinFailures' | 'pinLockedUntil'> {
  return pinFailures + 1 >= PIN_ATTEMPTS
    ? { pinFailures: 0, pinLockedUntil: fullMinute(new Date(now.getTime() + PIN_LOCK_MS)) }
    : { pinFailures: pinFailures + 1, pinLockedUntil: null };
}

/**
 * How long a partner may undo a redemption: enough to correct a wrong voucher, too short to render a service first.
 */
export const UNDO_MS = 10 * 60_000;

/** After an undo the winner has at least this long to use the voucher. */
export const AFTER_UNDO_MS = 24 * 3_600_000;

/** When a redemption becomes final; null if there is nothing to undo. */
export function undoEndsAt({
  status,
  validatedAt,
}: Pick<RedeemableVoucher, 'status' | 'validatedAt'>): Date | null {
  return status === 'validated' && validatedAt ? new Date(validatedAt.getTime() + UNDO_MS) : null;
}

/** Until when a voucher is valid after its use was undone: never shorter than before. */
export function expiryAfterUndo(expiresAt: Date, now: Date): Date {
  return new Date(Math.max(expiresAt.getTime(), now.getTime() + AFTER_UNDO_MS));
}

/** Four digits. @param randomBytes returns cryptographically random bytes */
export function makeVoucherPin(randomBytes: (count: number) => Uint8Array): string {
  // Rejects the incomplete last ten of a byte, which would make low digits more likely.
  let pin = '';
  while (pin.length < 4)
    for (const byte of randomBytes(8)) if (byte < 250 && pin.length < 4) pin += String(byte % 10);
  return pin;
}
