import type { JobLabel } from './job-label.ts';

const LATE_CODE = 'O código vence em minutos: quem ainda precisa já pode ter pedido outro.';

/** Background jobs about accounts, support, earners, rankings and mails. */
export const JOBS_OF_PEOPLE = {
  'send-auth-mail': {
    title: 'E-mail de cadastro, de senha nova ou de troca de e-mail',
    effect: 'A pessoa não recebeu o link e não consegue concluir o que começou.',
    retryNote: 'O link vence: quem ainda precisa já pode ter pedido outro.',
  },
  'send-access-code': {
    title: 'Código de acesso',
    effect: 'A pessoa não recebeu o código e não consegue entrar.',
    retryNote: LATE_CODE,
  },
  'send-sms-code': {
    title: 'Código por SMS',
    effect: 'A pessoa não recebeu o código da segunda etapa e não consegue entrar.',
    retryNote: LATE_CODE,
  },
  'send-proof-mail': {
    title: 'Código que confirma a presença',
    effect: 'A pessoa não recebeu o código para fazer uma mudança na conta.',
    retryNote: LATE_CODE,
  },
  'send-auth-notice': {
    title: 'Aviso de segurança da conta',
    effect: 'A pessoa não sabe de um acesso ou de uma mudança na sua conta, que pode não ter sido ela.',
  },
  'send-change-notice': {
    title: 'Link que desfaz uma mudança da conta',
    effect: 'Se a mudança não foi da pessoa, ela não tem como desfazê-la sozinha.',
  },
  'erase-again': {
    title: 'Segunda limpeza de uma conta excluída',
    effect: 'Dados pessoais de uma conta excluída podem ter ficado em pedidos feitos naquela hora.',
  },
  'register-persons': {
    title: 'Cadastro de CPFs confirmados',
    effect: 'Limites e pausas de quem tem cadastro antigo podem não valer em uma conta nova.',
  },
  'rotate-signing-key': {
    title: 'Troca mensal da chave de acesso',
    effect: 'A chave que assina os acessos não foi trocada este mês. Todos continuam entrando.',
  },
  'sweep-auth': {
    title: 'Limpeza de acessos vencidos',
    effect: 'Sessões e códigos vencidos não são apagados. Eles não valem mais.',
  },
  'sweep-old-data': {
    title: 'Limpeza noturna de dados antigos',
    effect: 'Dados cujo prazo de guarda terminou ainda estão na loja.',
  },
  'send-ticket-mail': {
    title: 'E-mail de um atendimento',
    effect: 'A pessoa não sabe que o suporte recebeu, respondeu ou resolveu o ticket.',
  },
  'assign-in-turn': {
    title: 'Distribuição de um ticket',
    effect: 'O ticket está sem atendente. Qualquer pessoa do suporte pode assumi-lo.',
  },
  'reassign-tickets': {
    title: 'Redistribuição de tickets',
    effect: 'Tickets de quem saiu do atendimento seguem com essa pessoa.',
  },
  'escalate-tickets': {
    title: 'Escalonamento de tickets atrasados',
    effect: 'Um ticket passou do prazo, e a equipe não foi avisada.',
  },
  'earn-commission': {
    title: 'Comissão de uma venda',
    effect: 'O afiliado ainda não tem a comissão da venda que trouxe.',
  },
  'reverse-commission': {
    title: 'Estorno de uma comissão',
    effect: 'O afiliado segue com a comissão de uma venda que foi reembolsada.',
  },
  'reward-share': {
    title: 'Indicação de um amigo',
    effect: 'Quem indicou a compra não tem os pontos no ranking.',
  },
  'mail-earner': {
    title: 'E-mail a um afiliado ou parceiro',
    effect: 'O afiliado ou parceiro não sabe de uma decisão ou de um repasse.',
  },
  'announce-commissions': {
    title: 'Aviso de comissões novas',
    effect: 'Afiliados ou parceiros não sabem que a comissão mudou.',
  },
  'announce-partner-application': {
    title: 'Aviso de um pedido de parceria',
    effect: 'O parceiro não sabe que o pedido chegou, e a equipe não foi avisada.',
  },
  'collect-payouts': {
    title: 'Repasses do mês',
    effect: 'Os repasses a afiliados e parceiros ainda não esperam aprovação: o pagamento pode atrasar.',
  },
  'hold-disputed-sales': {
    title: 'Venda contestada fora do repasse',
    effect:
      'Um repasse que espera aprovação ainda pode contar a venda de um pagamento contestado. A aprovação confere de novo.',
  },
  'keep-rankings': {
    title: 'Rankings e os seus prêmios',
    effect: 'Um ranking que terminou está sem ganhadores, ou o novo está sem prêmios.',
  },
  'keep-segment': {
    title: 'Perfil de compra de uma pessoa',
    effect: 'Sugestões e campanhas podem não combinar com a última compra da pessoa.',
  },
  'keep-segments': {
    title: 'Perfis de compra de todos',
    effect: 'Sugestões e campanhas usam os perfis de ontem.',
  },
  'send-due-mails': {
    title: 'Campanhas e e-mails automáticos',
    effect: 'Campanhas e e-mails automáticos não saem. E-mails de pedidos não dependem disto.',
  },
  'send-unsubscribe-link': {
    title: 'Link para cancelar e-mails',
    effect: 'A pessoa pediu para não receber mais e-mails e não recebeu o link para confirmar.',
  },
} satisfies Record<string, JobLabel>;
