import { formatDecimal, formatInteger } from '@mare/domain/format.ts';

export {
  formatBrl,
  formatDate,
  formatDateTime,
  formatInteger,
  formatLongDate,
  formatShortBrl,
} from '@mare/domain/format.ts';
export { formatNumber as formatCotaNumber } from '@mare/domain/numbers/format-number.ts';

/** Formats 1 as '1 cota' and 12345 as '12.345 cotas', with `one` = 'cota' and `many` = 'cotas'. */
export function formatCount(count: number, one: string, many: string): string {
  return `${formatInteger(count)} ${count === 1 ? one : many}`;
}

/** Formats 42 as '42 segundos', 61 as '2 minutos' and 7200 as '2 horas'. Rounds up: to be waited for. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return formatCount(seconds, 'segundo', 'segundos');
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return formatCount(minutes, 'minuto', 'minutos');
  return formatCount(Math.ceil(minutes / 60), 'hora', 'horas');
}

/** Formats 12.345 as '12,3%'. The argument is a percentage, not a fraction. */
export function formatPercent(percent: number): string {
  return `${formatDecimal(percent, 1)}%`;
}
