import { formatBrl, formatInteger } from '@mare/domain/format.ts';

export { formatBrl, formatDateTime, formatInteger, formatLongDate } from '@mare/domain/format.ts';
export { formatNumber as formatCotaNumber } from '@mare/domain/numbers/format-number.ts';

const timeZone = 'America/Maceio';
const wholeBrl = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  maximumFractionDigits: 0,
});
const oneDecimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat('pt-BR', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' });

/** Formats integer centavos, without decimals for whole reais: 'R$ 50'. For large amounts in headings. */
export function formatShortBrl(centavos: number): string {
  return centavos % 100 === 0 ? wholeBrl.format(centavos / 100) : formatBrl(centavos);
}

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
  return `${oneDecimal.format(percent)}%`;
}

/** Formats an ISO instant as '21/11/2026', in the time zone of Maceió. */
export function formatDate(iso: string): string {
  return day.format(new Date(iso));
}
