/**
 * Formats amounts, counts and instants in pt-BR, in the time zone of Maceió. Without `Intl`, whose objects each cost
 * several milliseconds of a page's start on a slow phone.
 */
import { MACEIO_OFFSET_MS } from './time/maceio-time.ts';

const MONTHS =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');
const WEEKDAYS = 'domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado'.split(' ');

/** Formats integer centavos as 'R$ 1.234,50', with a no-break space. */
export function formatBrl(centavos: number): string {
  const amount = Math.round(Math.abs(centavos));
  const cents = String(amount % 100).padStart(2, '0');
  return `${centavos < 0 ? '-' : ''}R$\u00A0${formatInteger(Math.floor(amount / 100))},${cents}`;
}

/** Formats integer centavos, without decimals for whole reais: 'R$ 50'. For large amounts in headings. */
export function formatShortBrl(centavos: number): string {
  const text = formatBrl(centavos);
  return text.endsWith(',00') ? text.slice(0, -',00'.length) : text;
}

/** Formats 12345 as '12.345'. */
export function formatInteger(value: number): string {
  return groupThousands(String(Math.round(value)));
}

/** Formats 1234.5 as '1.234,5' with one decimal, and as '1.234,50' with two. */
export function formatDecimal(value: number, decimals: number): string {
  const [integer, fraction] = value.toFixed(decimals).split('.') as [string, string];
  return `${groupThousands(integer)},${fraction}`;
}

/** Formats 12.5 as '12,5' and 10 as '10', with at most two decimals. */
export function formatShortDecimal(value: number): string {
  return formatDecimal(value, 2).replace(/,?0+$/, '');
}

/** @param integer in digits, with a minus sign if negative */
function groupThousands(integer: string): string {
  return integer.replaceAll(/\B(?=(?:\d{3})+$)/g, '.');
}

/** Formats an instant, as a date or in ISO, as '21 de novembro de 2026'. */
export function formatLongDate(at: Date | string): string {
  const [day, month, year] = formatDate(at).split('/');
  return `${Number(day)} de ${MONTHS[Number(month) - 1]!} de ${year}`;
}

/** Formats an instant, as a date or in ISO, as '21/11/2026'. */
export function formatDate(at: Date | string): string {
  return wallClock(at).slice(0, 'YYYY-MM-DD'.length).split('-').toReversed().join('/');
}

/** Formats an instant as '21/11'. */
export function formatDayOfYear(at: Date | string): string {
  return formatDate(at).slice(0, '21/11'.length);
}

/** Formats an instant, as a date or in ISO, as '21/11/2026, 14:30'. */
export function formatDateTime(at: Date | string): string {
  return `${formatDate(at)}, ${formatTime(at)}`;
}

/** Formats an instant as '14:30'. */
export function formatTime(at: Date | string): string {
  return wallClock(at).slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length);
}

/** Formats an instant as 'quinta-feira' or 'sábado'. */
export function formatWeekday(at: Date | string): string {
  return WEEKDAYS[new Date(wallClock(at)).getUTCDay()]!;
}

/** Joins words as in 'A', 'A e B', 'A, B e C', with 'e' or 'ou' before the last. */
export function joinWords(words: readonly string[], conjunction: 'e' | 'ou' = 'e'): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** The date and time of an instant in Maceió, 'YYYY-MM-DDTHH:MM…'. Throws a `RangeError` for an invalid instant. */
function wallClock(at: Date | string): string {
  return new Date(new Date(at).getTime() + MACEIO_OFFSET_MS).toISOString();
}
