/** Labels of an extraction and its time, in the time zone of Brasília (and Maceió). */
import { formatDate, formatDayOfYear, formatTime, formatWeekday } from '../../format.ts';

const YEAR_MS = 365 * 86_400_000;

/** '19h' or '18h30'. */
export function hourLabel(at: Date): string {
  const [hours, minutes] = formatTime(at).split(':');
  return minutes === '00' ? `${Number(hours)}h` : `${Number(hours)}h${minutes}`;
}

/** 'sábado 12/12 às 19h', with the year for a moment that is a year or more away. */
export function momentLabel(at: Date, now = new Date()): string {
  const isFar = Math.abs(at.getTime() - now.getTime()) >= YEAR_MS;
  return labelOf(at, isFar ? formatDate(at) : formatDayOfYear(at));
}

/** 'sábado 12/12/2026 às 19h', for pages that are read years later. */
export function lastingMomentLabel(at: Date): string {
  return labelOf(at, formatDate(at));
}

function labelOf(at: Date, date: string): string {
  return `${formatWeekday(at).replace('-feira', '')} ${date} às ${hourLabel(at)}`;
}

/**
 * 'extração 6012, sábado 12/12 às 19h'.
 *
 * @param number null while it is not known
 */
export function extractionLabel(number: number | null, at: Date, label = momentLabel): string {
  return number === null ? `extração de ${label(at)}` : `extração ${number}, ${label(at)}`;
}
