/** Builds the provider's charge request for an attempt from the stored order, never from client input. */
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { ChargeRequest } from '../providers/payment-provider.ts';
import type { PayableOrder } from '../payable-order.queries.ts';

/** The provider requires a Pix lifetime of at least 30 minutes; the rest allows for clock skew. */
const PIX_LIFE_MS = 32 * 60_000;

const filled = z.string().trim().min(1).optional().catch(undefined);
const buyer = z.object({
  name: z.string().catch(''),
  email: z.string().catch(''),
  phone: filled,
  cpf: filled,
  cep: filled,
  address: filled,
});

interface ChargedLine {
  rifaId: string;
  title: string;
  /** Bonus included. */
  quantity: number;
  bonusQuantity: number;
  totalCentavos: number;
}

export function buildChargeRequest(
  { clock, shopName }: { clock: Clock; shopName: string },
  order: Pick<PayableOrder, 'externalReference' | 'totalCentavos' | 'customer' | 'holdExpiresAt'>,
  lines: readonly ChargedLine[],
  kind: 'hosted' | 'pix',
): ChargeRequest {
  const payableUntil =
    kind === 'hosted' ? order.holdExpiresAt : new Date(clock.now().getTime() + PIX_LIFE_MS);
  const cotas = lines.reduce((sum, line) => sum + line.quantity, 0);
  return {
    externalReference: order.externalReference,
    amountCentavos: order.totalCentavos,
    description: `${shopName}: ${cotas} ${cotas === 1 ? 'cota' : 'cotas'}`,
    buyer: buyer.parse(order.customer),
    payableUntil: payableUntil.toISOString(),
    lines: lines.map((line) => ({
      id: line.rifaId,
      title: lineTitle(line),
      amountCentavos: line.totalCentavos,
    })),
  };
}

function lineTitle({ title, quantity, bonusQuantity }: ChargedLine) {
  const cotas = `${quantity} ${quantity === 1 ? 'cota' : 'cotas'}`;
  const bonus = bonusQuantity > 0 ? ` (${quantity - bonusQuantity} + ${bonusQuantity} grátis)` : '';
  return `${title} — ${cotas}${bonus}`;
}
