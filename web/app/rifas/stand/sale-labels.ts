import type { StandAnswer, StandRejection } from '@mare/contract/checkout/stand.ts';
import { formatBrl, formatCotaNumber } from '../../format.ts';
import type { StoredSale } from './stand-store.ts';

type Rejected = Extract<StandAnswer, { outcome: 'rejected' }>;

const REASONS: Record<StandRejection, string> = {
  ALLOTMENT_ENDED: 'A reserva acabou e outra pessoa já comprou',
  ALLOTMENT_MOVED: 'Quando esta venda foi feita, os números já estavam em outro celular.',
  NUMBERS_TAKEN: 'Outra venda já saiu com',
  RIFA_CLOSED: 'As vendas desta rifa já tinham acabado.',
  NOT_ELIGIBLE: 'Esta pessoa não pode participar desta rifa.',
  PURCHASE_LIMIT_EXCEEDED: 'Esta pessoa já tem o máximo de cotas desta rifa.',
  BUYER_MAY_NOT_SPEND: 'Esta pessoa pôs um limite nas próprias compras.',
  INVALID_CUSTOMER: 'O nome ou o telefone não está certo.',
  QUANTITY_OUT_OF_RANGE: 'A rifa não vende esta quantidade.',
  PRICE_CHANGED: 'O valor não confere com o preço da rifa.',
  SELLER_MAY_NOT_SELL: 'A conta que vendeu não vende mais nesta loja.',
  KEY_REUSED: 'Esta venda já tinha sido enviada com outros dados.',
};

/** Why a sale was not registered, in one sentence. */
export function rejectionReason({ code, numbers }: Rejected, totalNumbers: number): string {
  if (code !== 'ALLOTMENT_ENDED' && code !== 'NUMBERS_TAKEN') return REASONS[code];
  if (numbers.length === 0) return 'A reserva acabou antes de a venda chegar.';
  const named = numbers.map((number) => formatCotaNumber(number, totalNumbers)).join(', ');
  return `${REASONS[code]} ${numbers.length === 1 ? `o número ${named}` : `os números ${named}`}.`;
}

/** What the seller does about it. */
export function rejectionRemedy({ sale }: StoredSale, { code }: Rejected): string {
  const back = `Devolva ${formatBrl(sale.paidCentavos)} a ${sale.name}`;
  if (code === 'NUMBERS_TAKEN' || code === 'INVALID_CUSTOMER') return `${back}, ou faça uma venda nova.`;
  if (code === 'SELLER_MAY_NOT_SELL') return `${back}, ou peça à administração que registre a venda.`;
  return `${back}.`;
}

/** Text of the receipt; its link works once the sale is sent. */
export function receiptText({ sale, title, totalNumbers }: StoredSale, link: string): string {
  const numbers = sale.numbers.map((number) => formatCotaNumber(number, totalNumbers)).join(', ');
  return `${sale.name}, suas cotas de “${title}”: ${numbers}. Valor: ${formatBrl(sale.paidCentavos)}, pago. Recibo, assim que a venda chegar ao site: ${link}`;
}
