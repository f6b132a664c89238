import type { PeriodKind } from '@mare/domain/ranking/periods.ts';

export const periodNames: Record<PeriodKind, { title: string; short: string; ends: string }> = {
  day: { title: 'Ranking do dia', short: 'Dia', ends: 'Termina hoje à meia-noite' },
  week: { title: 'Ranking da semana', short: 'Semana', ends: 'Termina no domingo à meia-noite' },
  month: { title: 'Ranking do mês', short: 'Mês', ends: 'Termina no último dia do mês à meia-noite' },
};
