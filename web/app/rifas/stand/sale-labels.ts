import type { StandResult, StandRejection } from '@mare/contract/checkout/stand.ts';
import type { StandPayment } from '@mare/domain/orders/stand-allotment.ts';
import { formatBrl, formatCotaNumber, formatCount, formatDateTime } from '../../format.ts';
import type { StoredAllotment, StoredSale } from './stand-store.ts';

type Rejected = Extract<StandResult, { outcome: 'rejected' }>;

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

/** Instruction to the seller after a rejection. */
export function rejectionRemedy({ sale }: StoredSale, { code }: Rejected): string {
  const refundNote = `Devolva ${refundText(sale)}`;
  if (code === 'NUMBERS_TAKEN' || code === 'INVALID_CUSTOMER')
    return `${refundNote}, ou faça uma venda nova.`;
  if (code === 'SELLER_MAY_NOT_SELL') return `${refundNote}, ou peça à administração que registre a venda.`;
  return `${refundNote}.`;
}

/** What the seller does with a sale that the server could not read. */
export function unreadableText({ sale }: Pick<StoredSale, 'sale'>): string {
  return `A loja não conseguiu ler esta venda, feita com outra versão desta página. Ela continua guardada: recarregue a página com internet e toque em Enviar agora. Se não for, peça à administração que registre a venda, ou devolva ${refundText(sale)}.`;
}

/** A sale by Pix is paid back by Pix: it added no cash to the drawer, and without an order no refund is posted. */
function refundText({ paidCentavos, paidWith, name }: StoredSale['sale']): string {
  const returned = `${formatBrl(paidCentavos)} a ${name}`;
  return paidWith === 'pix' ? `${returned} por Pix, da conta que recebeu` : returned;
}

/** Price of the sale; lower than the amount taken if the buyer's account has a discount. */
export function priceCentavos({ sale, answer }: StoredSale): number {
  return answer?.outcome === 'sold' ? answer.totalCentavos : sale.paidCentavos;
}

/** Amount that the seller returns to the buyer of an accepted sale. */
export function discountCentavos(sold: StoredSale): number {
  return sold.sale.paidCentavos - priceCentavos(sold);
}

/** Asks for the discount in cash: the ledger takes it from the drawer, also after a Pix. */
export function discountText(sold: StoredSale): string {
  return `${sold.sale.name} tem desconto na loja: devolva ${formatBrl(discountCentavos(sold))} em dinheiro.`;
}

/** Sentence about the money that the seller took, less discounts paid back in cash. */
export function takenText(sales: readonly StoredSale[]): string {
  const kept = sales.filter(({ state }) => state !== 'returned');
  const sumOf = (paidWith: StandPayment) =>
    kept.reduce((sum, { sale }) => sum + (sale.paidWith === paidWith ? sale.paidCentavos : 0), 0);
  const repaid = kept.reduce((sum, sold) => sum + (sold.isDiscountReturned ? discountCentavos(sold) : 0), 0);
  const [cash, pix] = [sumOf('cash') - repaid, sumOf('pix')];
  if (cash < 0) return `Você recebeu ${formatBrl(pix)} por Pix e devolveu ${formatBrl(-cash)} em dinheiro.`;
  const parts = [`${formatBrl(cash)} em dinheiro`, ...(pix > 0 ? [`${formatBrl(pix)} por Pix`] : [])];
  return `Você recebeu ${parts.join(' e ')}.`;
}

/** Counts of queued and rejected sales. */
export function standStatusText(sales: readonly StoredSale[]): string {
  const count = (state: StoredSale['state']) => sales.filter((sale) => sale.state === state).length;
  const [queued, rejected] = [count('queued'), count('rejected')];
  const sent =
    queued > 0
      ? `${formatCount(queued, 'venda', 'vendas')} a enviar`
      : rejected + count('sold') > 0
        ? 'Tudo enviado'
        : 'Nenhuma venda a enviar';
  if (rejected === 0) return sent;
  return `${sent} · ${formatCount(rejected, 'venda não entrou', 'vendas não entraram')}`;
}

/** @param queued sales of the allotment that are not sent yet */
export function timesText(
  { sellUntil, endsAt }: Pick<StoredAllotment, 'sellUntil' | 'endsAt'>,
  queued: number,
  now: number,
): string {
  if (now < Date.parse(sellUntil))
    return `Venda até ${formatDateTime(sellUntil)} e envie até ${formatDateTime(endsAt)}.`;
  if (queued === 0) return 'O prazo acabou.';
  return now < Date.parse(endsAt)
    ? `O prazo acabou. Envie as vendas até ${formatDateTime(endsAt)}.`
    : 'O prazo de envio acabou. Envie logo: cada venda vale se ninguém mais comprou os números dela.';
}

/** Text of the receipt; its link works once the sale is sent. */
export function receiptText(sold: StoredSale, link: string): string {
  const { sale, title, totalNumbers, state } = sold;
  const numbers = sale.numbers.map((number) => formatCotaNumber(number, totalNumbers)).join(', ');
  return `${sale.name}, suas cotas de “${title}”: ${numbers}. Valor: ${formatBrl(priceCentavos(sold))}, pago. Recibo${state === 'sold' ? '' : ', assim que a venda chegar ao site'}: ${link}`;
}
