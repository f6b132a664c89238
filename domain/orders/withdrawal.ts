/** Right of withdrawal: seven days after payment (consumer code, art. 49), until the draw list is frozen. */

const WITHDRAWAL_DAYS = 7;

interface WithdrawableOrder {
  status: string;
  paidAt: Date | null;
  /** Rifas of its lines. */
  rifas: readonly { status: string; salesEndAt: Date }[];
}

/** @returns the deadline, or null if withdrawal is not possible at `now` */
export function withdrawableUntil({ status, paidAt, rifas }: WithdrawableOrder, now: Date): Date | null {
  if (status !== 'paid' || !paidAt || rifas.some((rifa) => rifa.status !== 'active')) return null;
  const sevenDays = paidAt.getTime() + WITHDRAWAL_DAYS * 86_400_000;
  const until = new Date(Math.min(sevenDays, ...rifas.map((rifa) => rifa.salesEndAt.getTime())));
  return until > now ? until : null;
}
