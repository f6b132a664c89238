import type { PeriodKind } from '@mare/domain/ranking/periods.ts';

/** As in 'o ranking da semana'. */
export const PERIOD_NAMES: Record<PeriodKind, string> = { day: 'do dia', week: 'da semana', month: 'do mês' };
