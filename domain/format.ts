/** Formats amounts, counts and instants in pt-BR, in the time zone of Maceió. */

const timeZone = 'America/Maceio';
const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const integer = new Intl.NumberFormat('pt-BR');
const longDate = new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'long' });
const time = new Intl.DateTimeFormat('pt-BR', { timeZone, hour: '2-digit', minute: '2-digit' });
const dateTime = new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'short', timeStyle: 'short' });

/** Formats integer centavos as 'R$ 1.234,50'. */
export function formatBrl(centavos: number): string {
  return brl.format(centavos / 100);
}

/** Formats 12345 as '12.345'. */
export function formatInteger(value: number): string {
  return integer.format(value);
}

/** Formats an instant, as a date or in ISO, as '21 de novembro de 2026'. */
export function formatLongDate(at: Date | string): string {
  return longDate.format(new Date(at));
}

/** Formats an instant, as a date or in ISO, as '21/11/2026, 14:30'. */
export function formatDateTime(at: Date | string): string {
  return dateTime.format(new Date(at));
}

/** Formats an instant as '14:30'. */
export function formatTime(at: Date): string {
  return time.format(at);
}
