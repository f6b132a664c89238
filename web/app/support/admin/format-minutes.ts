const HOUR = 60;
const DAY = 24 * HOUR;

/** 7 as '7 min', 95 as '1 h 35 min', 3000 as '2 d 2 h'. */
export function formatMinutes(minutes: number): string {
  const wholeMinutes = Math.round(minutes);
  if (wholeMinutes < HOUR) return `${wholeMinutes} min`;
  if (wholeMinutes < DAY) return joined([Math.floor(wholeMinutes / HOUR), 'h'], [wholeMinutes % HOUR, 'min']);
  return joined([Math.floor(wholeMinutes / DAY), 'd'], [Math.floor((wholeMinutes % DAY) / HOUR), 'h']);
}

function joined(...parts: [value: number, unit: string][]): string {
  return parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ');
}
