/** Right of withdrawal: seven days after payment (consumer code, art. 49), until sales end. */

export const WITHDRAWAL_DAYS = 7;

/** @returns the deadline for cotas of this rifa, or null if withdrawal is not possible at `now` */
export function withdrawableUntil(
  rifa: { status: string; salesEndAt: Date },
  paidAt: Date,
  now: Date,
): Date | null {
  if (rifa.status !== 'active') return null;
  const until = new Date(
    Math.min(paidAt.getTime() + WITHDRAWAL_DAYS * 86_400_000, rifa.salesEndAt.getTime()),
  );
  return until > now ? until : null;
}
