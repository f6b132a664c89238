import type { JobLabel } from './job-label.ts';

/** Background jobs about rifas, draws, prizes, vouchers and the public log. */
export const JOBS_OF_RIFAS = {
  'open-scheduled-rifas': {
    title: 'Abertura de rifas agendadas',
    effect: 'Uma rifa cuja hora chegou pode não estar à venda.',
  },
  'notify-openings': {
    title: 'Avisos de vendas abertas',
    effect: 'Quem pediu para ser avisado não sabe que as vendas abriram.',
  },
  'mail-opening': {
    title: 'E-mail de vendas abertas',
    effect: 'Quem pediu para ser avisado não recebeu o e-mail.',
  },
  'send-notice-confirmation': {
    title: 'Confirmação de um pedido de aviso',
    effect: 'A pessoa não recebeu o e-mail que confirma o pedido de aviso, e não será avisada.',
  },
  'remind-endings': {
    title: 'Lembretes de vendas que terminam',
    effect: 'Quem acompanha uma rifa não sabe que as vendas estão no fim.',
  },
  'close-due-rifas': {
    title: 'Fim das vendas na hora marcada',
    effect: 'Uma rifa pode continuar aberta além da hora, e a sua lista não é congelada.',
  },
  'close-sold-out-rifas': {
    title: 'Fim das vendas de uma rifa esgotada',
    effect: 'A rifa pode continuar aberta sem cotas. A conferência de cada minuto também a encerra.',
  },
  'make-picture-sizes': {
    title: 'Tamanhos de uma foto nova',
    effect: 'A foto aparece, mas demora a abrir na primeira vez.',
  },
  'record-counts': {
    title: 'Registro público das cotas vendidas',
    effect: 'O registro público está sem a contagem desta hora.',
  },
  'tell-extremes': {
    title: 'Aviso da maior e da menor cota',
    effect: 'Quem tem a maior ou a menor cota não sabe que ganhou esse prêmio.',
  },
  'freeze-list': {
    title: 'Congelamento da lista de participantes',
    effect: 'A rifa não pode ser sorteada: a lista de quem participa ainda não está fechada.',
  },
  'seal-draw': {
    title: 'Lacre do sorteio',
    effect: 'A rifa não pode ser sorteada: a lista fechada ainda não tem o lacre.',
  },
  'anchor-seals': {
    title: 'Carimbo de tempo dos lacres',
    effect: 'Falta ao lacre a prova externa da hora. O sorteio em si não muda.',
  },
  'check-draws': {
    title: 'Conferência dos sorteios pela própria loja',
    effect: 'Uma lista mudada ou danificada só seria notada no sorteio, ou por quem a conferir.',
  },
  'name-extractions': {
    title: 'Escolha das extrações da Loteria Federal',
    effect: 'Uma rifa ainda não diz o número da extração que a decide.',
  },
  'refresh-lottery-archive': {
    title: 'Atualização do arquivo de extrações',
    effect: 'Lacres e sorteios esperam até o arquivo de extrações ficar em dia.',
  },
  'fetch-lottery-results': {
    title: 'Busca dos resultados da Loteria Federal',
    effect: 'Sorteios que dependem do resultado esperam. O resultado também pode ser digitado à mão.',
  },
  'apply-clauses': {
    title: 'Regra para extrações que não acontecem',
    effect: 'Uma rifa cuja extração falhou ainda não passou para a próxima, como o regulamento manda.',
  },
  'draw-rifa': {
    title: 'Sorteio de uma rifa',
    effect: 'O resultado já saiu, mas a rifa não foi sorteada: ninguém sabe quem ganhou.',
  },
  'draw-completed': {
    title: 'O que segue um sorteio',
    effect: 'O sorteio vale. Quem ganhou e quem participou pode não ter sido avisado.',
  },
  'tell-winners': {
    title: 'Aviso a quem ganhou',
    effect: 'Quem ganhou não sabe disso, e o prazo para pedir o prêmio corre.',
  },
  'notify-draw-news': {
    title: 'Notícias do sorteio no site',
    effect: 'Quem participou não recebeu o aviso sobre o sorteio.',
  },
  'mail-draw-news': {
    title: 'Notícias do sorteio por e-mail',
    effect: 'Quem participou não recebeu o e-mail sobre o sorteio.',
  },
  'resume-draw-news': {
    title: 'Retomada de notícias de sorteios',
    effect: 'Notícias de um sorteio que pararam no meio seguem paradas.',
  },
  'remind-winners': {
    title: 'Lembrete de prêmios não pedidos',
    effect: 'Quem ganhou e não pediu o prêmio não foi lembrado do prazo.',
  },
  'expire-prizes': {
    title: 'Fim do prazo de prêmios',
    effect: 'Um prêmio vencido ainda pode ser pedido.',
  },
  'apply-beacon-rounds': {
    title: 'Posição das cotas premiadas',
    effect: 'As cotas premiadas de uma rifa ainda não têm lugar: ninguém as encontra.',
  },
  'find-instant-prizes': {
    title: 'Revelação das cotas premiadas de um pedido',
    effect:
      'Quem achou uma cota premiada não sabe disso; a de um pedido reembolsado pode seguir com ele. A conferência de cada dez minutos o refaz.',
  },
  'find-early-instant-prizes': {
    title: 'Cotas premiadas de compras anteriores',
    effect:
      'Quem comprou antes de as cotas premiadas terem lugar pode ter uma sem saber. A conferência de cada dez minutos a revela.',
  },
  'find-missed-instant-prizes': {
    title: 'Conferência das cotas premiadas',
    effect:
      'Uma cota premiada cuja tarefa se perdeu segue sem ser revelada, anulada ou devolvida a quem a achou.',
  },
  'issue-vouchers': {
    title: 'Vouchers de prêmios em serviços',
    effect: 'Quem ganhou um serviço não tem o voucher para usá-lo. A conferência de cada hora o emite.',
  },
  'sweep-vouchers': {
    title: 'Vencimento e emissão de vouchers',
    effect: 'Vouchers vencidos seguem abertos, e os que faltam não são emitidos.',
  },
  'remind-expiring-vouchers': {
    title: 'Lembrete de vouchers que vencem',
    effect: 'Quem tem um voucher perto do fim não foi lembrado.',
  },
  'wait-vouchers': {
    title: 'Prazo de vouchers em contestação',
    effect:
      'O prazo de um voucher em contestação ainda não foi estendido. A conferência de cada hora o estende, mas um voucher que venceu durante a espera continua vencido.',
  },
  'remind-bookings': {
    title: 'Lembrete de horários marcados',
    effect: 'Quem marcou um serviço com voucher não foi lembrado do horário.',
  },
  'stamp-checkpoint': {
    title: 'Carimbo de tempo do registro público',
    effect: 'Falta a prova externa da hora do registro público. O registro em si continua.',
  },
  'anchor-checkpoint': {
    title: 'Âncora do registro público no Bitcoin',
    effect: 'Falta a âncora externa do registro público. O registro em si continua.',
  },
} satisfies Record<string, JobLabel>;
