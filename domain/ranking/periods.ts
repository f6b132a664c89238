/** Periods of rankings, in Maceió time (UTC−3 all year). */
import { MACEIO_OFFSET_MS } from '../time/maceio-time.ts';

/** From the start of a period. Charge-backs come within months; later ones change no place. */
export const REVISED_DAYS = 120;

export const PERIOD_KINDS = ['day', 'week', 'month'] as const;
export type PeriodKind = (typeof PERIOD_KINDS)[number];

interface PeriodLabels {
  label: string;
  /** Phrase as in 'o ranking da semana'. */
  of: string;
  /** Spending above this earns no place, so that a prize does not make buyers exceed what they can afford. */
  cappedAtCentavos: number;
}

export const PERIODS: Readonly<Record<PeriodKind, PeriodLabels>> = {
  day: { label: 'Dia', of: 'do dia', cappedAtCentavos: 500_00 },
  week: { label: 'Semana', of: 'da semana', cappedAtCentavos: 1_500_00 },
  month: { label: 'Mês', of: 'do mês', cappedAtCentavos: 3_000_00 },
};

export interface Period {
  kind: PeriodKind;
  startsAt: Date;
  /** Exclusive. */
  endsAt: Date;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The period that contains the instant. Weeks begin on Monday. */
export function periodAt(kind: PeriodKind, instant: Date): Period {
  // Shifted, so that its UTC fields are Maceió's local time.
  const local = new Date(instant.getTime() + MACEIO_OFFSET_MS);
  const day = Math.floor(local.getTime() / DAY_MS) * DAY_MS;
  const [starts, ends] = boundsOf(kind, local, day);
  return { kind, startsAt: new Date(starts - MACEIO_OFFSET_MS), endsAt: new Date(ends - MACEIO_OFFSET_MS) };
}

function boundsOf(kind: PeriodKind, local: Date, day: number): [starts: number, ends: number] {
  if (kind === 'day') return [day, day + DAY_MS];
  if (kind === 'week') {
    const monday = day - ((local.getUTCDay() + 6) % 7) * DAY_MS;
    return [monday, monday + 7 * DAY_MS];
  }
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth()];
  return [Date.UTC(year, month), Date.UTC(year, month + 1)];
}
