/** Messages for all error codes of the API. A missing one is a type error. */
import { ORPCError } from '@orpc/client';
import type { ErrorCode, apiErrors } from '@mare/contract/errors.ts';
import type { z } from 'zod';
export { isApiError } from './fetching/is-api-error.ts';
import {
  formatBrl,
  formatCotaNumber,
  formatCount,
  formatDate,
  formatDateTime,
  formatInteger,
  formatWait,
} from './format.ts';
import { CONNECTION_FAILED } from './fetching/connection-failed.ts';

type DataOf<Code extends ErrorCode> = (typeof apiErrors)[Code] extends {
  data: infer Schema extends z.ZodType;
}
  ? z.infer<Schema>
  : undefined;
type Messages = { [Code in ErrorCode]: string | ((data: DataOf<Code>) => string) };

const UNEXPECTED = 'Ocorreu um erro inesperado. Tente novamente.';
const INVALID_INPUT = 'Confira os dados informados e tente novamente.';

const INVALID_CPF = 'Este CPF não existe. Confira os números ou deixe em branco.';
const UNKNOWN_CITY = 'Informe a cidade e o estado.';
const WRONG_BIRTH_DATE = 'Confira a data de nascimento.';
const INVALID_PHONE = 'Confira o telefone com DDD ou deixe em branco.';

export const couponMessages: Record<DataOf<'COUPON_REFUSED'>['reason'], string> = {
  unknown: 'Este cupom não existe. Confira o código.',
  used: 'Você já usou este cupom, ou ele está em um pedido seu que espera pagamento.',
  over: 'Este cupom não vale mais.',
  early: 'Este cupom ainda não começou a valer.',
  segment: 'Este cupom é de uma oferta para outros clientes.',
  person: 'Este cupom é de outra pessoa.',
  rifa: 'Este cupom vale para outra rifa.',
  minimum: 'Este cupom vale para um valor maior em cotas. Aumente a quantidade para usar.',
};

/** Sold cotas are not told apart from those that others have reserved and may not pay. */
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

/** What changed in a line or discount, with what it was. */
export function quoteChangeMessage({ kind, title, was, is }: Change): string {
  if (kind === 'bonus')
    return `“${title}”: o bônus era de ${formatInteger(was)} ${was === 1 ? 'cota' : 'cotas'} e agora é de ${formatInteger(is)}.`;
  const name = kind === 'price' ? `“${title}”` : title ? `Cupom ${title}` : 'Desconto VIP';
  return kind === 'price'
    ? `${name}: era ${formatBrl(was)} e agora é ${formatBrl(is)}.`
    : `${name}: o desconto era de ${formatBrl(was)} e agora é de ${formatBrl(is)}.`;
}

const messages: Messages = {
  NOT_AUTHENTICATED: 'Erro de permissão. Faça login novamente.',
  NOT_FOUND: 'Dados não encontrados.',
  CANNOT_TARGET_SELF: 'Você não pode fazer isso com a sua própria conta.',
  NOT_ADMIN: 'Sem permissão para acessar dados administrativos',
  BLANK_NOTIFICATION: 'Título e mensagem são obrigatórios.',
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
  COUPON_REFUSED: ({ reason }) => couponMessages[reason],
  INVALID_PROFILE: ({ field }) =>
    ({
      phone: INVALID_PHONE,
      cpf: INVALID_CPF,
      city: UNKNOWN_CITY,
      birthDate: WRONG_BIRTH_DATE,
      age: 'É preciso ter 18 anos ou mais para participar.',
    })[field],
  OWN_LIMIT: ownLimitMessage,
  BUYER_MAY_NOT_SPEND:
    'Esta pessoa não pode comprar agora pelos limites que ela mesma definiu. Ela vê o motivo em Minha Conta.',
  PERSON_CONFLICT: ({ reason }) =>
    ({
      other_account:
        'Este CPF já é de outra conta. Entre nela, ou recupere a senha, e compre por lá. Se você não a conhece, fale com o suporte.',
      other_cpf:
        'Esta conta já tem um CPF confirmado, e ele não muda. Se ele está errado, fale com o suporte.',
      other_phone:
        'Este celular já está confirmado por outra pessoa. Confirme outro celular ou, se este é o seu, fale com o suporte.',
      other_email: 'Este e-mail é de outra conta. Use o seu, ou entre na conta desse e-mail.',
    })[reason],
  RECENT_PROOF_REQUIRED: 'Para fazer isto, confirme antes que é você.',
  UNDO_CLOSED: ({ reason }) =>
    ({
      undone: 'Esta mudança já foi desfeita.',
      late: 'O prazo de 48 horas para desfazer passou. Fale com o suporte.',
      taken: 'O endereço ou login anterior já está em outra conta. Fale com o suporte.',
    })[reason],
  PAYOUT_FROZEN: ({ until }) =>
    `Quem recebe mudou a conta ou a chave Pix há pouco. Por segurança, o repasse espera até ${formatDateTime(until)}.`,
  PROOF_INVALID: 'Não confere, ou o código já venceu. Tente de novo.',
  ACCOUNT_IN_USE: 'Sua conta ainda tem pedidos, sorteios ou valores em aberto e não pode ser excluída agora.',
  LAST_ADMIN: 'Esta é a única conta de administração. Dê este acesso a outra pessoa antes.',
  INVITATION_CLOSED: 'Este convite já foi usado, foi cancelado ou venceu. Peça outro a quem convidou você.',
  INVITATION_OTHER_EMAIL:
    'Este convite foi mandado para outro e-mail. Entre com a conta dele, já confirmada, e abra o link de novo.',
  ALREADY_REQUESTED: 'Este pedido já espera por uma segunda pessoa. Veja em Aprovações.',
  SECOND_PERSON_REQUIRED:
    'As vendas terminaram: cancelar agora precisa de um motivo público e de uma segunda pessoa. Recarregue a página.',
  CANCEL_TOO_LATE:
    'A extração já pode ter acontecido. Daqui em diante a rifa não pode mais ser cancelada: ela é sorteada.',
  APPROVAL_REJECTED: ({ reason }) =>
    ({
      SAME_PERSON: 'Quem pediu não pode aprovar. Peça a outra pessoa da administração.',
      APPROVER_TOO_NEW:
        'Você é da administração há menos de 72 horas e ainda não pode aprovar. A ação vale sozinha no fim da espera.',
      NOT_ADMIN: 'Só a administração pode aprovar.',
      NOT_WAITING: 'Esta ação já foi decidida. Recarregue para ver.',
    })[reason],
  GROUP_REFUSED: ({ reason }) =>
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
  GIFT_REFUSED: ({ reason }) =>
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
  INVALID_CONTACT: 'Informe um e-mail ou um celular com DDD.',
  CODE_INVALID: 'Código incorreto ou vencido. Confira, ou peça outro.',
  ORDER_CLOSED: 'A reserva deste pedido terminou e as cotas voltaram à venda.',
  ORDER_NOT_PAID: 'Este pedido não tem pagamento que possa ser devolvido.',
  STAFF_ACCOUNT: 'Quem é da equipe corrige os próprios dados em Minha conta.',
  EMAIL_IN_USE: 'Outra conta já usa este e-mail. Se for a mesma pessoa, junte as duas contas.',
  SELECTION_EMPTY: 'O filtro não encontra mais nada. Atualize a lista e escolha de novo.',
  SELECTION_TOO_LARGE: 'São mais de 50.000 de uma vez. Filtre um pouco mais e faça por partes.',
  CANNOT_UNDO: 'Isto não pode mais ser desfeito.',
  RECEIPT_UNAVAILABLE: 'Só um pedido pago e com e-mail tem recibo para enviar.',
  REFUND_TOO_HIGH: 'O valor é maior que o que ainda pode ser devolvido.',
  NOTHING_TO_RETURN: 'Nenhuma destas cotas pode voltar: elas já estão no sorteio ou já foram devolvidas.',
  NOT_WITHDRAWABLE: 'O prazo para desistir deste pedido terminou.',
  DRAW_REFUSED: 'O sorteio não está em um estado que permita isso.',
  TICKET_CLOSED: 'Este ticket está encerrado. Se ainda precisar, abra um novo.',
  ALLOTMENT_GONE: 'Esta reserva acabou, ou outro celular já trouxe os números.',
  AGENT_LEFT: 'Essa pessoa não faz mais isso na loja. Escolha outra, ou tire essa parte.',
  REPLY_INCOMPLETE: 'Falta o texto, ou preencher o que está entre chaves, como {pedido}.',
  TOO_MANY_TAGS: 'Um ticket tem no máximo dez etiquetas. Tire uma antes.',
  TICKET_CHANGED: 'O ticket mudou desde que você o viu. Confira e tente de novo.',
  OPEN_ORDER:
    'Você já tem um pedido reservado, à espera do pagamento. Pague ou desista dele antes de fazer outro.',
  PAYMENT_UNAVAILABLE: 'Erro ao processar pagamento. Tente novamente.',
  VERSION_CONFLICT: 'Alguém alterou antes de você. Recarregue para ver o que mudou e tente de novo.',
  TEST_RUNNING: 'Já há um teste em andamento neste lugar. Encerre-o antes de começar outro.',
  RIFA_PUBLISHED:
    'Esta rifa já foi publicada: preço, total de números, prêmios e autorização não mudam mais, e o resto só até o sorteio.',
  INSTANT_PRIZES_AT_RANDOM:
    'Com cotas premiadas, os números saem sempre ao acaso. Desligue a escolha de números ou tire as cotas premiadas.',
  CORRECTION_REASON_REQUIRED:
    'Quem comprou conta com o que está publicado. Para corrigir, diga o motivo: ele aparece na página da rifa.',
  DRAW_DATE_FIXED:
    'O sorteio de uma rifa publicada só muda para uma extração posterior, enquanto as vendas estão abertas e a autorização vale.',
  RIFA_STATE: 'A situação da rifa mudou e não permite mais esta ação. Recarregue a página.',
  ENDING_INCOMPLETE: 'Ainda há um passo aberto antes das contas. Confira a lista.',
  RIFA_INCOMPLETE: 'Ainda faltam dados para publicar esta rifa.',
  BOOST_TOO_SOON: ({ from }) =>
    `Esta rifa já foi divulgada. A próxima pode sair a partir de ${formatDateTime(from)}.`,
  COUPON_EXISTS: 'Já existe um cupom com este código.',
  COUPON_PERSON_UNKNOWN: ({ email }) => `Nenhuma conta tem o e-mail ${email}.`,
  COUPON_LIMIT: 'O cupom já foi usado mais vezes do que este limite.',
  CAMPAIGN_STATE: 'A situação da campanha mudou e não permite mais esta ação. Recarregue a página.',
  PICTURE_UNREADABLE: 'Não conseguimos ler esta imagem. Envie uma foto em JPEG, PNG, WebP ou AVIF.',
  PICTURE_HEIC:
    'Esta foto está em HEIC, o formato do iPhone, que o site não lê. No iPhone, escolha Ajustes › Câmera › Formatos › Mais Compatível, ou envie a foto como JPEG.',
  PDF_REJECTED:
    'Não aceitamos este PDF: está incompleto, tem senha, anexos ou comandos. Abra-o, use Imprimir › Salvar como PDF e envie o arquivo novo.',
  PICTURE_TOO_SMALL: 'A imagem é pequena demais: ela precisa ter ao menos 600 × 450 pixels.',
  PICTURE_TOO_LARGE: 'O arquivo é grande demais. Envie um menor.',
  INVALID_PIX_KEY: 'Esta chave Pix não parece certa. Confira e tente de novo.',
  PIX_KEY_MISSING: 'Falta a chave Pix de quem vai receber.',
  PAYOUT_CHANGED: 'Este repasse já mudou: a lista mostra como ele está agora.',
  PARTNER_LOGIN_INVALID: 'Credenciais inválidas ou parceiro inativo',
  PARTNER_CODE_INVALID: 'Código incorreto ou vencido.',
  PARTNER_SIGN_IN: 'Sua sessão de parceiro terminou. Entre de novo.',
  INVALID_PARTNER: ({ field }) =>
    ({
      phone: 'Confira o telefone com DDD.',
      pixKey: 'Esta chave Pix não parece certa. Confira ou deixe em branco.',
    })[field],
  PARTNER_EXISTS: 'Já existe um parceiro com este e-mail.',
  VOUCHER_FINAL: 'Este voucher já foi usado, foi retirado ou o prêmio não depende mais dele.',
  BOOKING_DATES_INVALID:
    'Escolha de uma a três datas a partir de agora, enquanto o voucher vale. Se uma delas já passou, proponha outra.',
  VOUCHER_USE_FINAL:
    'O uso só pode ser desfeito nos primeiros 10 minutos. Se foi engano, fale com o suporte da loja.',
  VOUCHER_INVALID: ({ reason, at, attemptsLeft }) =>
    ({
      unknown: 'Não existe voucher com este código. Confira letra por letra ou leia o QR code.',
      other_partner: 'Este voucher é para usar em outro parceiro: o nome está no próprio voucher.',
      used: `Este voucher já foi usado aqui${at ? `, em ${formatDateTime(at)}` : ''}.`,
      expired: `Este voucher venceu${at ? ` em ${formatDate(at)}` : ''}. Quem ganhou pode falar com o suporte da loja.`,
      blocked: 'Este voucher está em análise. Peça a quem ganhou que fale com o suporte da loja.',
      wrong_pin: `O PIN não é este. Peça a quem ganhou que confira em Meus vouchers: ${
        attemptsLeft === 1 ? 'resta 1 tentativa' : `restam ${attemptsLeft ?? 0} tentativas`
      }.`,
      locked: `Muitos PINs errados. Tente de novo${at ? ` depois de ${formatDateTime(at)}` : ' mais tarde'}.`,
    })[reason],
  MERGE_REFUSED: ({ reason }) =>
    ({
      same: 'As duas contas são a mesma.',
      staff: 'Contas da equipe não podem ser unidas a outra.',
      deleted: 'Uma das contas já foi encerrada.',
      affiliates: 'As duas contas são de afiliados. Suspenda e acerte uma delas antes.',
      pending_orders: 'A conta que termina tem um pedido aguardando pagamento. Tente de novo em 15 minutos.',
      not_express: 'Esta conta já tem e-mail próprio. O suporte junta as duas para você.',
      other_email: 'As contas têm e-mails diferentes. O suporte junta as duas para você.',
      other_cpf: 'As contas têm CPFs diferentes. Fale com o suporte, que confere e junta as duas.',
      blocked: 'Uma das contas está bloqueada. Fale com o suporte.',
    })[reason],
  REGULATION_NOT_ACCEPTED: ({ title }) => `Leia e aceite o regulamento de “${title}” para continuar.`,
  TERMS_NOT_ACCEPTED: 'Leia os Termos de Uso ao lado do botão e toque de novo para aceitar e pagar.',
  INVALID_COMBOS: 'Cada combo precisa de mais cotas que o anterior e de um preço por cota menor.',
  INVALID_PRICE_STEPS: 'Cada faixa precisa de mais cotas e de um preço menor que a anterior.',
  FEATURE_CLOSED: ({ feature }) =>
    ({
      sales: 'As compras estão pausadas por um momento. Tente de novo mais tarde.',
      affiliates: 'O programa de afiliados não aceita novas contas agora.',
      partnerApplications: 'Não estamos recebendo novos parceiros agora.',
      newsletter: 'A newsletter não aceita novas inscrições agora.',
      groupPurchases: 'Novos bolões estão pausados agora. Você ainda pode comprar as suas cotas.',
    })[feature],
  BUSY: 'Muita gente comprando agora. Tente de novo em instantes.',
  TOO_MANY_REQUESTS: ({ retryAfterSeconds }) =>
    `Muitas tentativas. Tente de novo em ${formatWait(retryAfterSeconds)}.`,
};

/** For responses without an error code of the API, e.g. from a proxy. */
const messageByStatus: Record<number, string> = {
  400: INVALID_INPUT,
  401: messages.NOT_AUTHENTICATED as string,
  404: messages.NOT_FOUND as string,
  406: messages.NOT_FOUND as string,
  413: 'Isto é grande demais para enviar de uma vez. Divida em partes menores e tente de novo.',
  503: 'A loja está fora do ar por um instante. Tente novamente daqui a pouco.',
};

/** The message for a failed call. Never empty. */
export function errorMessage(error: unknown): string {
  if (error instanceof TypeError) return CONNECTION_FAILED;
  if (!(error instanceof ORPCError)) return UNEXPECTED;
  if (error.defined && error.code in messages) {
    const sentence = messages[error.code as ErrorCode] as string | ((data: unknown) => string);
    return typeof sentence === 'string' ? sentence : sentence(error.data);
  }
  return messageByStatus[error.status] ?? UNEXPECTED;
}
