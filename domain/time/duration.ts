import { formatInteger } from '../format.ts';

const UNITS: [seconds: number, one: string, many: string][] = [
  [86_400, 'dia', 'dias'],
  [3_600, 'hora', 'horas'],
  [60, 'minuto', 'minutos'],
];

/**
 * Formats how long something takes or has waited, in its largest whole unit: '3 horas', '12 minutos', '45 segundos'.
 * @param seconds zero or more
 */
export function formatDuration(seconds: number): string {
  for (const [length, one, many] of UNITS) {
    const count = Math.floor(seconds / length);
    if (count > 0) return `${formatInteger(count)} ${count === 1 ? one : many}`;
  }
  const wholeSeconds = Math.floor(seconds);
  return `${wholeSeconds} ${wholeSeconds === 1 ? 'segundo' : 'segundos'}`;
}
