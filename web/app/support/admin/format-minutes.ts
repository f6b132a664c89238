const HOUR = 60;
const DAY = 24 * HOUR;

/** 7 as '7 min', 95 as '1 h 35 min', 3000 as '2 d 2 h'. */
export function formatMinutes(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < HOUR) return `${whole} min`;
  if (whole < DAY) return joined([Math.floor(whole / HOUR), 'h'], [whole % HOUR, 'min']);
  return joined([Math.floor(whole / DAY), 'd'], [Math.floor((whole % DAY) / HOUR), 'h']);
}

function joined(...parts: [value: number, unit: string][]): string {
  return parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ');
}
