/** Formats amounts and times in pt-BR, in Maceió time. */

const timeZone = 'America/Maceio';
const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const dayFormat = new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'long' });
const momentFormat = new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'short', timeStyle: 'short' });
const hourFormat = new Intl.DateTimeFormat('pt-BR', { timeZone, hour: '2-digit', minute: '2-digit' });

/** Integer centavos as 'R$ 1.234,50'. */
export function formatBrl(centavos: number): string {
  return brl.format(centavos / 100);
}

/** '21 de novembro de 2026'. */
export function formatDay(at: Date): string {
  return dayFormat.format(at);
}

/** '21/11/2026, 14:30'. */
export function formatDateTime(at: Date): string {
  return momentFormat.format(at);
}

/** '14:30'. */
export function formatTime(at: Date): string {
  return hourFormat.format(at);
}
