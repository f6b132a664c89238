import type { panelErrors } from '@mare/contract/errors/panel-errors.ts';
import type { MessagesOf } from './messages-of.ts';

export const panelMessages: MessagesOf<keyof typeof panelErrors> = {
  ALREADY_REQUESTED: 'Este pedido já espera por uma segunda pessoa. Veja em Aprovações.',
  CASH_REFUND_FINAL:
    'Esta devolução não pode mais ser cancelada: o dinheiro já foi entregue, a rifa foi cancelada, as cotas já ficaram fora de um sorteio ou a devolução das cotas conta com ela. Recarregue a página.',
  REFUND_NOT_RECORDABLE:
    'Esta devolução não pode ser anotada agora: o pagamento está em contestação ou não tem mais esse valor, ou as cotas já saíram do pedido por outra devolução. Veja o histórico do pedido.',
  SECOND_PERSON_REQUIRED:
    'As vendas terminaram: cancelar agora precisa de um motivo público e de uma segunda pessoa. Recarregue a página.',
  APPROVAL_REJECTED: ({ reason }) =>
    ({
      SAME_PERSON: 'Quem pediu não pode aprovar. Peça a outra pessoa da administração.',
      APPROVER_TOO_NEW:
        'Você é da administração há menos de 72 horas e ainda não pode aprovar. A ação vale sozinha no fim da espera.',
      NOT_ADMIN: 'Só a administração pode aprovar.',
      NOT_WAITING: 'Esta ação já foi decidida. Recarregue para ver.',
    })[reason],
  SELECTION_EMPTY: 'O filtro não encontra mais nada. Atualize a lista e escolha de novo.',
  SELECTION_TOO_LARGE: 'São mais de 50.000 de uma vez. Filtre um pouco mais e faça por partes.',
  CANNOT_UNDO: 'Isto não pode mais ser desfeito.',
  TICKET_CLOSED: 'Este ticket está encerrado. Se ainda precisar, abra um novo.',
  TICKET_CHANGED: 'O ticket mudou desde que você o viu. Confira e tente de novo.',
  TOO_MANY_TAGS: 'Um ticket tem no máximo dez etiquetas. Tire uma antes.',
  AGENT_LEFT: 'Essa pessoa não faz mais isso na loja. Escolha outra, ou tire essa parte.',
  REPLY_INCOMPLETE: 'Falta o texto, ou preencher o que está entre chaves, como {pedido}.',
  BLANK_NOTIFICATION: 'Título e mensagem são obrigatórios.',
  CAMPAIGN_STATE: 'A situação da campanha mudou e não permite mais esta ação. Recarregue a página.',
  COUPON_EXISTS: 'Já existe um cupom com este código.',
  COUPON_PERSON_UNKNOWN: ({ email }) => `Nenhuma conta tem o e-mail ${email}.`,
  COUPON_LIMIT: 'O cupom já foi usado mais vezes do que este limite.',
  TEST_RUNNING: 'Já há um teste em andamento neste lugar. Encerre-o antes de começar outro.',
};
