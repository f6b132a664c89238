/** States of a prize after the draw, and their transitions. */

/**
 * - `open`: the winner has not claimed it
 * - `sent`: on its way to the winner
 * - `expired`: not claimed in time ("prescrito")
 */
export const PRIZE_STATES = ['open', 'claimed', 'sent', 'delivered', 'expired'] as const;
export type PrizeState = (typeof PRIZE_STATES)[number];

const NEXT: Record<PrizeState, readonly PrizeState[]> = {
  // The team may send or hand over a prize that was claimed by phone.
  open: ['claimed', 'sent', 'delivered', 'expired'],
  // Claimed again: with another contact.
  claimed: ['claimed', 'sent', 'delivered'],
  // Sent again: with another tracking code.
  sent: ['sent', 'delivered'],
  delivered: [],
  expired: [],
};

/** States from which a prize may move to `to`. For conditional updates. */
export function statesBefore(to: PrizeState): PrizeState[] {
  return PRIZE_STATES.filter((from) => NEXT[from].includes(to));
}

/**
 * The state at `now`: an open prize is expired from its deadline on, even before the job has recorded it. The
 * deadline itself is too late to claim.
 */
export function stateAt(prize: { state: PrizeState; claimUntil: Date }, now: Date): PrizeState {
  return prize.state === 'open' && prize.claimUntil <= now ? 'expired' : prize.state;
}

/**
 * Whether the organiser may still deliver a prize that was not claimed in time. Not if its value belongs to the
 * Tesouro Nacional (Decreto 70.951/1972, art. 6).
 */
export function canDeliverExpired({ lapsesToTreasury }: { lapsesToTreasury: boolean }): boolean {
  return !lapsesToTreasury;
}

/** State shown to the public and the winner. `voucher`: issued for a service, to be used at a partner. */
export const PRIZE_STAGES = [
  'awaiting_contact',
  'in_contact',
  'voucher',
  'claimed',
  'sent',
  'delivered',
  'expired',
] as const;
export type PrizeStage = (typeof PRIZE_STAGES)[number];

export interface PrizeFacts {
  state: PrizeState;
  claimUntil: Date;
  /** Whether the team tried to reach the winner. */
  wasContacted: boolean;
  /** Whether a voucher can still be used. */
  hasVoucher: boolean;
}

export function prizeStage(prize: PrizeFacts, now: Date): PrizeStage {
  const state = stateAt(prize, now);
  if (state === 'open' || state === 'claimed') {
    if (prize.hasVoucher) return 'voucher';
    if (state === 'claimed') return 'claimed';
    return prize.wasContacted ? 'in_contact' : 'awaiting_contact';
  }
  return state;
}

export const CONTACT_CHANNELS = ['phone', 'whatsapp', 'sms', 'email', 'letter', 'in_person'] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

export const CONTACT_OUTCOMES = ['reached', 'message_left', 'no_answer', 'wrong_contact'] as const;
export type ContactOutcome = (typeof CONTACT_OUTCOMES)[number];
