export { formatNumber as formatCotaNumber } from '@mare/domain/numbers/format-number.ts';

const timeZone = 'America/Maceio';

const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const wholeBrl = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  maximumFractionDigits: 0,
});
const integer = new Intl.NumberFormat('pt-BR');
const oneDecimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat('pt-BR', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' });
const longDay = new Intl.DateTimeFormat('pt-BR', {
  timeZone,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const dayAndTime = new Intl.DateTimeFormat('pt-BR', {
  timeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Integer centavos as 'R$ 1.234,50'. */
export function formatBrl(centavos: number): string {
  return brl.format(centavos / 100);
}

/** Integer centavos without the cents when there are none: 'R$ 50'. For large figures in headings. */
export function formatShortBrl(centavos: number): string {
  return centavos % 100 === 0 ? wholeBrl.format(centavos / 100) : brl.format(centavos / 100);
}

/** 12345 as '12.345'. */
export function formatInteger(value: number): string {
  return integer.format(value);
}

/** 1 as '1 cota', 12345 as '12.345 cotas', of the words 'cota' and 'cotas'. */
export function formatCount(count: number, one: string, many: string): string {
  return `${formatInteger(count)} ${count === 1 ? one : many}`;
}

/** 12.345 as '12,3%'; the argument is already a percentage. */
export function formatPercent(percent: number): string {
  return `${oneDecimal.format(percent)}%`;
}

/** An ISO instant as '21/11/2026', in Maceió's time. */
export function formatDate(iso: string): string {
  return day.format(new Date(iso));
}

/** An ISO instant as '21 de novembro de 2026', in Maceió's time. */
export function formatLongDate(iso: string): string {
  return longDay.format(new Date(iso));
}

/** An ISO instant as '21/11/2026, 20:00', in Maceió's time. */
export function formatDateTime(iso: string): string {
  return dayAndTime.format(new Date(iso));
}
