import type { purchaseErrors } from '@mare/contract/errors/purchase-errors.ts';
import { formatBrl, formatCotaNumber, formatCount, formatDate, formatInteger } from '../format.ts';
import { INVALID_CPF, INVALID_PHONE, UNKNOWN_CITY, WRONG_BIRTH_DATE } from './field-messages.ts';
import type { DataOf, MessagesOf } from './messages-of.ts';

export const couponMessages: Record<DataOf<'COUPON_REJECTED'>['reason'], string> = {
  unknown: 'Este cupom não existe. Confira o código.',
  used: 'Você já usou este cupom, ou ele está em um pedido seu que espera pagamento.',
  over: 'Este cupom não vale mais.',
  early: 'Este cupom ainda não começou a valer.',
  segment: 'Este cupom é de uma oferta para outros clientes.',
  person: 'Este cupom é de outra pessoa.',
  rifa: 'Este cupom vale para outra rifa.',
  minimum: 'Este cupom vale para um valor maior em cotas. Aumente a quantidade para usar.',
};

/** Does not distinguish sold cotas from cotas that others have reserved and may not pay. */
export const noneFree = (title: string) =>
  `Nenhuma cota de “${title}” está livre agora. As reservadas que não forem pagas voltam à venda.`;

/** Explains which responsible-play limit blocks the purchase. */
export function ownLimitMessage({ reason, until, leftCentavos }: DataOf<'OWN_LIMIT'>): string {
  if (reason === 'monthly')
    return `Este pedido passa do limite mensal que você definiu: restam ${formatBrl(leftCentavos)} neste mês.`;
  // A pause and an exclusion have an end; a monthly limit has none.
  const end = until === null ? '' : ` até ${formatDate(until)}`;
  return reason === 'paused' ? `Você pausou suas compras${end}.` : `Você pediu para ficar sem comprar${end}.`;
}

type Change = DataOf<'QUOTE_CHANGED'>['changes'][number];

/** Sentence about a changed line or discount, with the old and the new value. */
export function quoteChangeMessage({ kind, title, was, is }: Change): string {
  if (kind === 'bonus')
    return `“${title}”: o bônus era de ${formatInteger(was)} ${was === 1 ? 'cota' : 'cotas'} e agora é de ${formatInteger(is)}.`;
  const name = kind === 'price' ? `“${title}”` : title ? `Cupom ${title}` : 'Desconto VIP';
  return kind === 'price'
    ? `${name}: era ${formatBrl(was)} e agora é ${formatBrl(is)}.`
    : `${name}: o desconto era de ${formatBrl(was)} e agora é de ${formatBrl(is)}.`;
}

export const purchaseMessages: MessagesOf<keyof typeof purchaseErrors> = {
  CART_CLOSED: 'Este carrinho não pode mais ser alterado.',
  RIFA_NOT_ACTIVE: ({ title, pauseReason }) =>
    pauseReason
      ? `As vendas de “${title}” estão pausadas: ${pauseReason}`
      : title
        ? `A rifa “${title}” não está mais à venda.`
        : 'Uma das rifas do carrinho não está mais à venda.',
  NOT_ENOUGH_NUMBERS: ({ title, remaining }) =>
    remaining === 0
      ? noneFree(title)
      : remaining === 1
        ? `Só 1 cota de “${title}” está livre agora.`
        : `Só ${formatInteger(remaining)} cotas de “${title}” estão livres agora.`,
  QUANTITY_OUT_OF_RANGE: ({ title, min, max }) =>
    `Em “${title}” cada pedido leva de ${formatInteger(min)} a ${formatInteger(max)} cotas.`,
  NUMBERS_TAKEN: ({ numbers, totalNumbers }) =>
    numbers.length === 1
      ? `O número ${formatCotaNumber(numbers[0]!, totalNumbers)} acabou de sair. Escolha outro no lugar.`
      : `Estes números acabaram de sair: ${numbers
          .slice(0, 10)
          .map((number) => formatCotaNumber(number, totalNumbers))
          .join(', ')}. Escolha outros no lugar.`,
  PURCHASE_LIMIT_EXCEEDED: ({ title, max, held }) =>
    `Em “${title}” cada pessoa pode ter até ${formatInteger(max)} ${max === 1 ? 'cota' : 'cotas'}, com o bônus.${
      held > 0 ? ` Você já tem ${formatInteger(held)}.` : ''
    }`,
  UNPAID_LIMIT: ({ title, allowed, unpaid }) =>
    unpaid > 0
      ? `Você já tem ${formatInteger(unpaid)} ${unpaid === 1 ? 'cota reservada' : 'cotas reservadas'} de “${title}” esperando pagamento. Pague esse pedido e reserve mais.`
      : `Agora você pode reservar até ${formatInteger(allowed)} ${allowed === 1 ? 'cota' : 'cotas'} de “${title}” por vez, para que as cotas não fiquem presas sem pagamento. Pague e reserve mais.`,
  KEY_REUSED: 'Este pedido já foi feito com outros dados. Toque de novo para fazer um pedido novo.',
  ALLOTMENT_TOO_LARGE: ({ room }) =>
    room === 0
      ? 'Agora não dá para reservar números desta rifa. Venda com internet.'
      : `Agora dá para reservar no máximo ${formatCount(room, 'número', 'números')} desta rifa.`,
  ALLOTMENT_GONE: 'Esta reserva acabou, ou outro celular já trouxe os números.',
  SALES_END_SOON: 'As vendas desta rifa acabam daqui a pouco. Venda com internet.',
  PRICE_CHANGED: ({ title }) =>
    `O preço ou o plano de “${title}” mudou. Remova o item do carrinho e adicione de novo.`,
  QUOTE_CHANGED: ({ changes }) =>
    changes.length === 0
      ? 'Conferimos os valores de novo. Veja se está tudo certo e pague.'
      : `Mudou antes de você pagar: ${changes.map(quoteChangeMessage).join(' ')}`,
  RIFA_UNKNOWN: 'Um item do carrinho não diz de qual rifa ele é. Limpe o carrinho e escolha de novo.',
  INVALID_CUSTOMER: ({ field }) =>
    ({
      cpf: INVALID_CPF,
      phone: INVALID_PHONE,
      cep: 'O CEP tem 8 números. Confira ou deixe em branco.',
      city: UNKNOWN_CITY,
      birthDate: WRONG_BIRTH_DATE,
    })[field],
  NOT_ELIGIBLE: 'Você precisa estar em uma cidade da região metropolitana de Maceió.',
  COUPON_REJECTED: ({ reason }) => couponMessages[reason],
  OWN_LIMIT: ownLimitMessage,
  BUYER_MAY_NOT_SPEND:
    'Esta pessoa não pode comprar agora pelos limites que ela mesma definiu. Ela vê o motivo em Minha Conta.',
  GROUP_REJECTED: ({ reason }) =>
    ({
      too_many_cotas:
        'São cotas demais para um bolão desta rifa. Diminua as partes ou as cotas de cada parte.',
      deadline_after_sales: 'As vendas desta rifa terminam antes desse prazo. Escolha um prazo menor.',
      last_cotas: 'Restam poucas cotas desta rifa: bolões não começam mais. Você ainda pode comprar as suas.',
      open_group: 'Você já tem um bolão aberto nesta rifa. Complete ou encerre esse antes de começar outro.',
      groups_share:
        'Outros bolões já guardam muitas cotas desta rifa. Tente com menos partes, ou daqui a pouco.',
      not_open: 'O bolão ainda não abriu: falta quem começou pagar a própria parte.',
      ended: 'Este bolão já terminou.',
      part_taken: 'Alguém pegou esta parte antes. Escolha outra.',
      terms_changed:
        'As condições desta rifa mudaram depois que o bolão começou, e esta parte não pode mais ser comprada.',
    })[reason],
  GIFT_REJECTED: ({ reason }) =>
    ({
      not_paid: 'O pedido destas cotas não está pago.',
      already_given: 'Uma destas cotas já foi dada de presente. Atualize a página e escolha de novo.',
      sales_over: 'As vendas desta rifa terminaram, e com elas o prazo dos presentes.',
      own: 'Este presente saiu da sua própria conta.',
      claimed: 'Alguém já aceitou este presente.',
      withdrawn: 'Quem deu este presente o desfez.',
      returned: 'Uma destas cotas está sendo devolvida. Atualize a página e escolha de novo.',
      person_limit: 'Com este presente você passaria do máximo de cotas por pessoa desta rifa.',
      switched_off: 'Nesta rifa as cotas não podem ser dadas de presente.',
    })[reason],
  REGULATION_NOT_ACCEPTED: ({ title }) => `Leia e aceite o regulamento de “${title}” para continuar.`,
  TERMS_NOT_ACCEPTED: 'Leia os Termos de Uso ao lado do botão e toque de novo para aceitar e pagar.',
  OPEN_ORDER:
    'Você já tem um pedido reservado, à espera do pagamento. Pague ou desista dele antes de fazer outro.',
  PAYMENT_UNAVAILABLE: 'Erro ao processar pagamento. Tente novamente.',
  ORDER_CLOSED: ({ status }) =>
    ({
      pending: 'A reserva deste pedido está terminando. Confira na página dele se o pagamento entrou.',
      paid: 'Este pedido já está pago.',
      cancelled: 'A reserva deste pedido terminou e as cotas voltaram à venda.',
      failed: 'A reserva deste pedido terminou e as cotas voltaram à venda.',
      refunded: 'Este pedido foi pago e o valor foi devolvido.',
      charged_back: 'O pagamento deste pedido foi contestado no banco.',
    })[status],
  ORDER_NOT_PAID: 'Este pedido não tem pagamento que possa ser devolvido.',
  RECEIPT_UNAVAILABLE: 'Só um pedido pago e com e-mail tem recibo para enviar.',
  REFUND_TOO_HIGH: 'O valor é maior que o que ainda pode ser devolvido.',
  NOTHING_TO_RETURN: 'Nenhuma destas cotas pode voltar: elas já estão no sorteio ou já foram devolvidas.',
  NOT_WITHDRAWABLE: 'O prazo para desistir deste pedido terminou.',
};
