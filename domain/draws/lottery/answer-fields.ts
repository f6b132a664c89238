/** Fields in the JSON responses of services with results of the Loteria Federal. */

export function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** '16/08/2026' as '2026-08-16'; null for anything but a day of the calendar. */
export function readBrazilianDate(value: unknown): string | null {
  const match = typeof value === 'string' ? /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(value) : null;
  if (!match) return null;
  const date = `${match[3]}-${match[2]}-${match[1]}`;
  const at = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date) ? date : null;
}
