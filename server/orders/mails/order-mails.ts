/** Texts of the mails about an order. */
import { describeRefundMeans } from '@mare/domain/orders/returns/refund-means.ts';
import { discountLabel } from '@mare/domain/checkout/discounts.ts';
import { endedBeforeItsHold } from '@mare/domain/orders/hold.ts';
import { describeChargedBackNumbers } from '@mare/domain/orders/returns/charged-back-numbers.ts';
import {
  describeCotasOfWonDispute,
  describeDisputedCotas,
} from '@mare/domain/orders/returns/disputed-cotas.ts';
import { saleStateOf } from '@mare/domain/orders/sale-state.ts';
import {
  extractionLabel,
  lastingMomentLabel,
  momentLabel,
} from '@mare/domain/draws/lottery/extraction-label.ts';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { formatDateTime, formatBrl, formatTime } from '@mare/domain/format.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { composeMail, type MailParts } from '../../platform/messages/mail-page.ts';
import { cotasOf, type StoredOrder } from '../reading/order.queries.ts';

export type OrderMailKind =
  | 'created'
  | 'paid'
  | 'cancelled'
  | 'refunded'
  | 'partlyRefunded'
  | 'disputed'
  | 'disputeWon'
  | 'chargedBack'
  | 'paymentReturned'
  | 'handOverUndone'
  | 'handedOverAgain';

export interface MailedOrder {
  order: StoredOrder;
  recipient: { name: string; email: string };
  /** URL of the order page. */
  url: string;
  /** For a returned payment: why it did not settle. */
  reason?: string;
  /** For a refund: centavos refunded by this refund. */
  centavos?: number;
  isPaidElsewhere?: boolean;
  /** For a refund: what happens to its cotas, in Portuguese. */
  refundOutcome?: string;
  /** For a refund: whether the order was a manual sale, of which money is handed over. */
  isManualSale?: boolean;
  /** For an order that ended: its cancelled rifas, one sentence each. */
  cancellations?: string[];
  /** For a partial refund: how much was refunded, and for which cotas. */
  returnedLabel?: string;
}

interface Wording {
  subject: string;
  heading: string;
  paragraphs: string[];
  button: string;
  withNumbers: boolean;
}

function refundSentence(
  centavos: number,
  { refundOutcome = '', ...means }: Pick<MailedOrder, 'refundOutcome' | 'isManualSale' | 'isPaidElsewhere'>,
): string {
  return `Devolvemos ${formatBrl(centavos)} ${describeRefundMeans(means)}. ${refundOutcome}`;
}

/** Maximum numbers listed in a mail; above it the mail only states their count. */
const NUMBERS_LISTED = 200;

/** Warns the owner: an attacker in the account may have withdrawn the order. */
const UNEXPECTED_REFUND =
  'Não esperava esta devolução? Fale com o suporte. Se outra pessoa pode ter entrado na sua conta, troque também a senha.';

const RETURN_REASONS: Record<string, string> = {
  late: 'Ele chegou depois do fim da reserva, quando os seus números já não podiam mais ser seus.',
  reversed: 'O banco desfez a contestação deste pagamento, mas os seus números já não podiam mais ser seus.',
  duplicate: 'Este pedido já estava pago: o segundo pagamento volta para você.',
  mismatch: 'O valor recebido não era o valor do pedido.',
};

/** Names the page with the group's link instead of the link: anyone who has it may take a part, and mails are forwarded. */
const groupPurchaseNote = ({ groupPartId }: StoredOrder) =>
  groupPartId
    ? ['Eles são a sua parte de um bolão: na página do pedido está o link dele, com quem já pagou.']
    : [];

const WORDING: Record<OrderMailKind, (mailed: MailedOrder) => Wording> = {
  created: ({ order }) => ({
    subject: 'Falta só o pagamento do seu pedido',
    heading: 'Seus números estão reservados',
    paragraphs: [
      `Pague com Pix até ${formatTime(order.holdExpiresAt)} (horário de Maceió) para ficar com eles. ${order.groupPartId ? 'Depois disso você não fica mais com esta parte do bolão.' : 'Depois disso eles voltam a ficar livres.'}`,
      ...groupPurchaseNote(order),
    ],
    button: 'Pagar agora',
    withNumbers: true,
  }),
  paid: ({ order }) => ({
    subject: 'Pagamento confirmado: estes são os seus números',
    heading: 'Pagamento confirmado. Boa sorte!',
    paragraphs: [
      `Recebemos ${amount(order)}. Guarde este e-mail: estes números são seus.`,
      ...groupPurchaseNote(order),
      'Guarde também o comprovante: na página do pedido você baixa o arquivo que prova a sua compra, mesmo sem este site.',
    ],
    button: 'Ver pedido e comprovante',
    withNumbers: true,
  }),
  cancelled: ({ order, cancellations = [] }) => ({
    ...unpaidEnding(order),
    paragraphs: [...cancellations, unpaidOutcome(order)],
    button: 'Ver pedido',
    withNumbers: false,
  }),
  refunded: ({ order, centavos = order.totalCentavos, cancellations = [], ...refund }) => ({
    subject: 'Seu pedido foi reembolsado',
    heading: 'Reembolso feito',
    paragraphs: [
      ...cancellations,
      refundSentence(centavos, refund),
      ...(cancellations.length === 0 ? [UNEXPECTED_REFUND] : []),
    ],
    button: 'Ver pedido',
    withNumbers: false,
  }),
  partlyRefunded: ({ centavos = 0, cancellations = [], ...refund }) => ({
    subject: 'Devolvemos parte do seu pagamento',
    heading: 'Reembolso feito',
    paragraphs: [
      ...cancellations,
      refundSentence(centavos, refund),
      ...(cancellations.length === 0 ? [UNEXPECTED_REFUND] : []),
    ],
    button: 'Ver pedido',
    withNumbers: false,
  }),
  disputed: ({ order }) => ({
    subject: 'O pagamento do seu pedido está em contestação',
    heading: 'O pagamento está em contestação',
    paragraphs: [
      `Uma contestação deste pagamento foi aberta no banco. ${describeDisputedCotas(order.lines)}`,
      'Se não foi você que contestou, fale com o suporte.',
    ],
    button: 'Ver pedido',
    withNumbers: false,
  }),
  disputeWon: ({ order }) => ({
    subject: 'A contestação do seu pedido terminou',
    heading: 'O pagamento vale',
    paragraphs: [
      `O banco decidiu a contestação deste pagamento, e ele vale. ${describeCotasOfWonDispute(order.lines)}`,
    ],
    button: 'Ver pedido',
    withNumbers: true,
  }),
  chargedBack: ({ order }) => ({
    subject: 'O pagamento do seu pedido foi contestado',
    heading: 'O pagamento foi contestado',
    paragraphs: [
      `O banco devolveu o valor deste pedido a quem pagou. ${describeChargedBackNumbers(order.lines)}`,
      'Se não foi você que contestou, fale com o suporte.',
    ],
    button: 'Ver pedido',
    withNumbers: false,
  }),
  paymentReturned: ({ reason }) => ({
    subject: 'Estamos devolvendo um pagamento seu',
    heading: 'Um pagamento seu está sendo devolvido',
    paragraphs: [
      RETURN_REASONS[reason ?? ''] ?? 'Ele não pôde ser usado neste pedido.',
      'O valor inteiro volta sozinho para a conta que pagou. Você não precisa fazer nada.',
    ],
    button: 'Ver pedido',
    withNumbers: false,
  }),
  handOverUndone: ({ centavos = 0 }) => ({
    subject: 'Correção: seu reembolso ainda não foi entregue',
    heading: 'Seu reembolso ainda não foi entregue',
    paragraphs: [
      `Por engano, dissemos que ${formatBrl(centavos)} já estavam com você. Quem organiza a rifa ainda vai entregar ${formatBrl(centavos)} a você, em mãos.`,
      'As cotas devolvidas continuam devolvidas. Se você já recebeu o dinheiro, fale com o suporte.',
    ],
    button: 'Ver pedido',
    withNumbers: false,
  }),
  handedOverAgain: ({ centavos = 0 }) => ({
    subject: 'Seu reembolso foi entregue',
    heading: 'Reembolso entregue',
    paragraphs: [
      `Quem organiza a rifa entregou ${formatBrl(centavos)} a você, em mãos.`,
      'Se você não recebeu, fale com o suporte.',
    ],
    button: 'Ver pedido',
    withNumbers: false,
  }),
};

export function composeOrderMail(kind: OrderMailKind, mailed: MailedOrder): Mail {
  const { order, recipient, url } = mailed;
  const { subject, heading, paragraphs, button, withNumbers } = WORDING[kind](mailed);
  const picture = order.lines[0]?.image;
  const firstName = recipient.name.trim().split(/\s+/)[0];
  return composeMail(
    { to: recipient.email, kind: 'transactional', subject },
    {
      ...(withNumbers && picture && { picture: new URL(picture, url).href }),
      heading,
      paragraphs: [firstName ? `Olá, ${firstName}!` : 'Olá!', ...paragraphs],
      facts: [
        ...factsOf(kind, mailed),
        ...(withNumbers ? order.lines.map(drawFact) : []),
        ['Pedido', `${order.externalReference}, de ${formatDateTime(order.createdAt)}`],
      ],
      lists: withNumbers ? order.lines.map(numberList) : [],
      button: { label: button, url },
      closing: 'Dúvidas? Fale com o suporte, em qualquer página do site.',
    },
  );
}

/**
 * Facts listed in the mail. A partial refund does not list the lines that stay, and the final refund does not list what
 * was refunded before.
 */
function factsOf(kind: OrderMailKind, mailed: MailedOrder): [string, string][] {
  const { order, returnedLabel, centavos = order.totalCentavos } = mailed;
  if (kind === 'handOverUndone') return [['Ainda a receber', formatBrl(centavos)]];
  if (kind === 'handedOverAgain') return [['Entregue', formatBrl(centavos)]];
  if (kind === 'partlyRefunded') return returnedLabel ? [['Devolvido', returnedLabel]] : [];
  return [
    ['Rifa', order.lines.map((line) => line.title).join(', ')],
    ['Cotas', String(cotasOf(order))],
    ...(kind === 'refunded'
      ? [['Devolvido', formatBrl(centavos)] satisfies [string, string]]
      : [...order.discounts.map(discountFact), ['Total', amount(order)] satisfies [string, string]]),
  ];
}

function discountFact(discount: StoredOrder['discounts'][number]): [string, string] {
  return [discountLabel(discount), `${formatBrl(discount.amountCentavos)} a menos`];
}

function unpaidOutcome(order: StoredOrder): string {
  switch (saleStateOf(order.lines)) {
    case 'rifa_cancelled':
      return 'Nada foi cobrado, e o pedido foi cancelado com a rifa.';
    case 'sales_over':
      return 'Nada foi cobrado. As vendas já terminaram, e estes números não participam do sorteio.';
    case 'sales_paused':
      return order.groupPartId
        ? 'Nada foi cobrado, e você não está mais com esta parte do bolão.'
        : 'Nada foi cobrado. As vendas estão em pausa agora; quando voltarem, você pode fazer um novo pedido.';
    case 'on_sale':
      if (endedBeforeItsHold(order))
        return order.groupPartId
          ? 'Nada foi cobrado, e você não está mais com esta parte do bolão.'
          : 'Nada foi cobrado e os números voltaram a ficar livres.';
      return order.groupPartId
        ? 'Nada foi cobrado, e você não está mais com esta parte do bolão. Se ela estiver livre na página do bolão, pode pegá-la de novo.'
        : 'Nada foi cobrado e os números voltaram a ficar livres. Se ainda quiser participar, faça um novo pedido.';
  }
}

function unpaidEnding(order: StoredOrder): { subject: string; heading: string } {
  if (order.status === 'failed')
    return { subject: 'Seu pagamento não foi aprovado', heading: 'O pagamento não foi aprovado' };
  if (endedBeforeItsHold(order) || saleStateOf(order.lines) === 'rifa_cancelled')
    return { subject: 'Seu pedido foi cancelado', heading: 'Seu pedido foi cancelado' };
  return { subject: 'Seu pedido expirou', heading: 'O prazo para pagar terminou' };
}

/** States which extraction decides, and when sales end. */
function drawFact({
  title,
  drawExtraction,
  drawDate,
  salesEndAt,
}: StoredOrder['lines'][number]): [string, string] {
  const label = `${extractionLabel(drawExtraction, drawDate, lastingMomentLabel)}; vendas até ${momentLabel(salesEndAt)}`;
  return [`Sorteio de ${title}`, label];
}

const amount = (order: StoredOrder) => formatBrl(order.totalCentavos);

function numberList({
  title,
  numbers,
  totalNumbers,
}: StoredOrder['lines'][number]): NonNullable<MailParts['lists']>[number] {
  const entries = numbers.slice(0, NUMBERS_LISTED).map((number) => formatNumber(number, totalNumbers));
  const more = numbers.length - entries.length;
  return { title, entries: more > 0 ? [...entries, `e mais ${more}, na página do pedido`] : entries };
}
