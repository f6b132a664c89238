import type { EndingStepId } from './ending-steps.ts';

export const ENDING_STEP_LABELS: Record<EndingStepId, string> = {
  sales_end: 'Fim das vendas',
  list_frozen: 'Lista congelada',
  sealed: 'Lacre do sorteio',
  extraction: 'Extração da Loteria Federal',
  result: 'Resultado da extração',
  second_person: 'Conferência do resultado',
  winner_contacted: 'Contato com quem ganhou',
  prize_delivered: 'Entrega do prêmio',
  winner_published: 'Foto da entrega publicada',
  report_exported: 'Prestação de contas',
  books_closed: 'Contas fechadas',
};
