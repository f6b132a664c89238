import { type PeriodKind, PERIODS } from '@mare/domain/ranking/periods.ts';

export const periodEnds: Record<PeriodKind, string> = {
  day: 'Termina hoje à meia-noite',
  week: 'Termina no domingo à meia-noite',
  month: 'Termina no último dia do mês à meia-noite',
};

export function periodTitle(kind: PeriodKind): string {
  return `Ranking ${PERIODS[kind].of}`;
}
