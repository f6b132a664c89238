import type { Payout } from '@mare/contract/affiliates/payouts.ts';
import { formatBrl } from '../../format.ts';

/**
 * Warning about sales of an approved payout that were reversed after the approval: the payout keeps its approved amount.
 * Null if there are none.
 */
export function reversedSinceApproval({ status, amountCentavos, risk }: Payout): string | null {
  if (status !== 'approved' || !risk || risk.reversedCentavos === 0) return null;
  const left = Math.max(0, amountCentavos - risk.reversedCentavos);
  const earned = left === 0 ? 'nada dela continua valendo' : `só ${formatBrl(left)} continuam valendo`;
  return `Devoluções depois da aprovação desfizeram ${formatBrl(risk.reversedCentavos)} desta comissão: ${earned}.`;
}
