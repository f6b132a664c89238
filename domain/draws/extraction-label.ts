/** How people read an extraction and its hour, in Brasília's time (that of Maceió too). */
import { formatInteger } from '../format.ts';

const timeZone = 'America/Maceio';
const weekday = new Intl.DateTimeFormat('pt-BR', { timeZone, weekday: 'long' });
const day = new Intl.DateTimeFormat('pt-BR', { timeZone, day: '2-digit', month: '2-digit' });
const time = new Intl.DateTimeFormat('pt-BR', { timeZone, hour: '2-digit', minute: '2-digit' });

/** '19h' or '18h30'. */
export function hourLabel(at: Date): string {
  const [hours, minutes] = time.format(at).split(':');
  return minutes === '00' ? `${Number(hours)}h` : `${Number(hours)}h${minutes}`;
}

/** 'sábado 12/12 às 19h'. */
export function momentLabel(at: Date): string {
  return `${weekday.format(at).replace('-feira', '')} ${day.format(at)} às ${hourLabel(at)}`;
}

/** 'extração 6.012, sábado 12/12 às 19h'. @param number null while it is not known */
export function extractionLabel(number: number | null, at: Date): string {
  return number === null
    ? `extração de ${momentLabel(at)}`
    : `extração ${formatInteger(number)}, ${momentLabel(at)}`;
}
