import type { JobLabel } from './job-label.ts';

/** Background jobs about orders, payments and carts. */
export const JOBS_OF_SALES = {
  'order-created': {
    title: 'O que segue um pedido feito',
    effect: 'Quem comprou pode não ter recebido o e-mail e o aviso que pedem o pagamento.',
  },
  'order-paid': {
    title: 'O que segue um pedido pago',
    effect:
      'O pagamento e as cotas valem. Podem faltar a confirmação a quem comprou, a revelação das cotas premiadas, a comissão do afiliado e o fim das vendas da rifa.',
  },
  'order-cancelled': {
    title: 'O que segue um pedido cancelado',
    effect: 'Quem comprou pode não saber do cancelamento, e o cupom usado pode continuar preso ao pedido.',
  },
  'order-refunded': {
    title: 'O que segue um reembolso',
    effect:
      'O reembolso em si não depende disto. Quem comprou pode não ter sido avisado, e a comissão do afiliado pode não ter sido estornada.',
  },
  'order-partly-refunded': {
    title: 'O que segue um reembolso parcial',
    effect:
      'O reembolso em si não depende disto. Quem comprou pode não ter sido avisado, e a comissão do afiliado pode estar maior do que deve.',
  },
  'order-disputed': {
    title: 'Aviso de contestação',
    effect: 'Quem comprou pode não saber que o pagamento foi contestado.',
  },
  'order-dispute-won': {
    title: 'Aviso de contestação ganha',
    effect: 'Quem comprou pode não saber que a contestação terminou a favor da loja.',
  },
  'order-charged-back': {
    title: 'O que segue um estorno do cartão ou banco',
    effect: 'Quem comprou pode não ter sido avisado, e a comissão do afiliado pode não ter sido estornada.',
  },
  'payment-returned': {
    title: 'Aviso de pagamento devolvido',
    effect:
      'A devolução em si não depende disto. Quem pagou pode não saber por que o pagamento não valeu e que o dinheiro volta.',
  },
  'order-hand-over-undone': {
    title: 'Aviso de entrega de dinheiro desfeita',
    effect: 'Quem comprou pode não saber que o dinheiro ainda vai ser entregue.',
  },
  'order-handed-over-again': {
    title: 'Aviso de dinheiro entregue',
    effect: 'Quem comprou pode não ter recebido o aviso de que o dinheiro foi entregue.',
  },
  'send-order-mail': {
    title: 'E-mail sobre um pedido',
    effect: 'Quem comprou não recebeu o e-mail. O pedido em si não muda.',
  },
  'notify-order': {
    title: 'Aviso no site sobre um pedido',
    effect: 'Quem comprou não recebeu o aviso, e a mudança não está no registro de atividades.',
  },
  'release-coupon': {
    title: 'Liberação do cupom de um pedido desfeito',
    effect: 'Quem comprou não consegue usar o cupom de novo.',
  },
  'recover-cart': {
    title: 'Marcação de um carrinho que virou compra',
    effect: 'As análises contam o carrinho como abandonado, e a pessoa pode receber um lembrete à toa.',
  },
  'remind-of-carts': {
    title: 'Lembretes de carrinhos abandonados',
    effect: 'Quem deixou cotas no carrinho não recebeu o lembrete.',
  },
  'send-gift-mail': {
    title: 'E-mail de um presente',
    effect: 'Quem ganhou cotas de presente não sabe disso. Quem deu pode enviar o link à pessoa.',
  },
  'send-lookup-code': {
    title: 'Código para consultar números',
    effect: 'A pessoa não recebeu o código para ver os seus números.',
    retryNote: 'O código vale dez minutos: quem ainda precisa já pode ter pedido outro.',
  },
  'notify-group-paid': {
    title: 'Aviso de parte paga de um bolão',
    effect: 'Os amigos do bolão não sabem que uma parte foi paga, e o lembrete do prazo pode não sair.',
  },
  'notify-group-refunded': {
    title: 'Aviso de parte reembolsada de um bolão',
    effect: 'Os amigos do bolão não sabem que uma parte foi reembolsada.',
  },
  'notify-group-end': {
    title: 'Aviso de fim de um bolão',
    effect: 'Os amigos não sabem que o bolão terminou sem se completar.',
  },
  'remind-group-purchase': {
    title: 'Lembrete do prazo de um bolão',
    effect: 'Quem ainda não pagou a sua parte do bolão não foi lembrado do prazo.',
  },
  'end-stand-allotments': {
    title: 'Fim das reservas de cotas de balcões',
    effect: 'Cotas que um balcão não vendeu seguem presas e não voltam à venda.',
  },
  'fill-cota-pages': {
    title: 'Índice de cotas de pedidos antigos',
    effect: 'Nada muda para quem compra. A busca por número de pedidos antigos fica mais lenta.',
  },
  'spending-blocked': {
    title: 'Cancelamento de pedidos de quem se pausou ou excluiu',
    effect: 'A pessoa ainda pode pagar pedidos em aberto, embora tenha pedido para parar de comprar.',
  },
  'persons-joined': {
    title: 'Estorno de comissões sobre as próprias compras',
    effect: 'Um afiliado ainda tem comissões sobre compras de outra conta sua.',
  },
  'write-off-commissions': {
    title: 'Baixa de comissões de contas excluídas',
    effect: 'Comissões a que alguém renunciou ao excluir a conta ainda contam como a pagar.',
  },
  'refund-rifa': {
    title: 'Reembolso de uma rifa cancelada',
    effect: 'Quem comprou cotas desta rifa ainda não está recebendo o dinheiro de volta.',
  },
  'review-recent-payments': {
    title: 'Releitura dos pagamentos recentes no provedor',
    effect: 'Um reembolso, uma contestação ou um estorno cujo aviso se perdeu pode não estar na loja.',
  },
  'fetch-settlement-reports': {
    title: 'Busca dos relatórios de liquidação',
    effect: 'O Financeiro não sabe do dinheiro que o provedor já liberou. O dinheiro em si não muda.',
  },
  'check-ledger': {
    title: 'Conferência do livro-caixa a cada hora',
    effect: 'O livro-caixa não fecha, ou ninguém sabe se fecha. Nenhuma venda para por isso.',
    retryNote: 'Tentar de novo não resolve uma diferença: veja no Financeiro o que falta.',
  },
  'prove-ledger': {
    title: 'Prova noturna do livro-caixa',
    effect: 'Uma diferença entre os pedidos, a loja e o provedor pode passar despercebida.',
  },
  'carry-out-approvals': {
    title: 'Execução de ações aprovadas',
    effect: 'Uma ação que já tem a segunda aprovação, como um reembolso, ainda não foi feita.',
  },
  'add-up-sales': {
    title: 'Soma das vendas',
    effect: 'Os números da visão geral e das análises estão atrasados.',
  },
  'run-bulk-action': {
    title: 'Ação em lote',
    effect: 'A ação parou no meio: parte dos itens escolhidos ficou como estava.',
  },
} satisfies Record<string, JobLabel>;
