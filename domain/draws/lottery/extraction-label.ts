/** Labels of an extraction and its time, in the time zone of Brasília (and Maceió). */

const YEAR_MS = 365 * 86_400_000;
const timeZone = 'America/Maceio';
const weekday = new Intl.DateTimeFormat('pt-BR', { timeZone, weekday: 'long' });
const dayAndYear = new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'short' });
const time = new Intl.DateTimeFormat('pt-BR', { timeZone, hour: '2-digit', minute: '2-digit' });

/** '19h' or '18h30'. */
export function hourLabel(at: Date): string {
  const [hours, minutes] = time.format(at).split(':');
  return minutes === '00' ? `${Number(hours)}h` : `${Number(hours)}h${minutes}`;
}

/** 'sábado 12/12 às 19h', with the year for a moment that is a year or more away. */
export function momentLabel(at: Date, now = new Date()): string {
  const date = dayAndYear.format(at);
  const isFar = Math.abs(at.getTime() - now.getTime()) >= YEAR_MS;
  return labelOf(at, isFar ? date : date.slice(0, '12/12'.length));
}

/** 'sábado 12/12/2026 às 19h', for pages that are read years later. */
export function lastingMomentLabel(at: Date): string {
  return labelOf(at, dayAndYear.format(at));
}

function labelOf(at: Date, date: string): string {
  return `${weekday.format(at).replace('-feira', '')} ${date} às ${hourLabel(at)}`;
}

/**
 * 'extração 6012, sábado 12/12 às 19h'.
 *
 * @param number null while it is not known
 */
export function extractionLabel(number: number | null, at: Date, label = momentLabel): string {
  return number === null ? `extração de ${label(at)}` : `extração ${number}, ${label(at)}`;
}
