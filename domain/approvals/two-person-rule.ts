/**
 * The two-person rule for actions that could change who wins: a second admin approves, or the action waits in public.
 */
import { fullMinute } from '../time/full-minute.ts';

/** How long the second person must have been an admin, in hours: a freshly promoted account does not count. */
export const ADMIN_TENURE_HOURS = 72;
/** How long an action without such a second person waits in public view, in hours. */
export const PUBLIC_WAIT_HOURS = 24;

const HOUR_MS = 3_600_000;

export const APPROVAL_KINDS = [
  /** Sealing a draw by hand. */
  'SEAL_DRAW',
  /** Drawing by a typed result while the official source is unavailable. */
  'USE_TYPED_RESULT',
  /** Cancelling a rifa whose sales are over. */
  'CANCEL_FROZEN_RIFA',
  /** Correcting a result that already counts, which may take a prize from its winner. */
  'REPLACE_WINNER',
  /** Refunding cotas that are on a frozen list. Their prizes stay with the winners. */
  'REFUND_SEALED',
  /** An entry in the ledger by hand. Never takes effect without a second person. */
  'LEDGER_ENTRY',
  /** Giving the admin role. */
  'GRANT_ADMIN',
] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

export const APPROVAL_STATES = ['waiting', 'approved', 'done', 'failed', 'cancelled'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** States in which an action can still be cancelled or take effect. */
export const OPEN_APPROVAL_STATES = ['waiting', 'approved'] as const satisfies readonly ApprovalState[];

export interface Approver {
  /** All accounts of a person count as one. */
  personId: string;
  /** Since when the account has been an admin without a break. */
  adminSince: Date;
}

export const APPROVAL_REJECTIONS = [
  /** The requester cannot approve, from any account. */
  'SAME_PERSON',
  /** The approver has been an admin for less than the tenure. The action still takes effect after the public wait. */
  'APPROVER_TOO_NEW',
  /** The approver is no admin any more. */
  'NOT_ADMIN',
  /** The action was decided or has taken effect. */
  'NOT_WAITING',
] as const;
export type ApprovalRejection = (typeof APPROVAL_REJECTIONS)[number];

/** @returns null when this admin may approve the action at once */
export function rejectApprover(
  requestedBy: Pick<Approver, 'personId'>,
  approver: Approver,
  now: Date,
): 'SAME_PERSON' | 'APPROVER_TOO_NEW' | null {
  if (approver.personId === requestedBy.personId) return 'SAME_PERSON';
  return approvesFrom(approver.adminSince, now) === null ? null : 'APPROVER_TOO_NEW';
}

/** From when a person who became an admin at that time counts as a second person. Null: already. */
export function approvesFrom(adminSince: Date, now: Date): Date | null {
  const from = fullMinute(new Date(adminSince.getTime() + ADMIN_TENURE_HOURS * HOUR_MS));
  return from > now ? from : null;
}

/**
 * When the action takes effect without an approval, unless an admin cancels it before.
 * @param notBefore earliest effective time, also with an approval
 */
export function publicWaitEnds(requestedAt: Date, notBefore: Date | null = null): Date {
  return latest(fullMinute(new Date(requestedAt.getTime() + PUBLIC_WAIT_HOURS * HOUR_MS)), notBefore);
}

/** When an approved action takes effect. */
export function effectOfApproval(approvedAt: Date, notBefore: Date | null): Date {
  return latest(approvedAt, notBefore);
}

function latest(moment: Date, notBefore: Date | null): Date {
  return notBefore !== null && notBefore > moment ? notBefore : moment;
}
