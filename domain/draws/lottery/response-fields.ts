/** Fields in the JSON responses of services with results of the Loteria Federal. */

export function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The hour of '16/08/2026 19:00' or '16/08/2026 às 19h'; null without one. */
export function readBrazilianTime(value: unknown): string | null {
  const match =
    typeof value === 'string' ? /^\S+ (?:às )?([01]\d|2[0-3])(?::([0-5]\d)(?::\d\d)?|h)$/.exec(value) : null;
  return match && `${match[1]}:${match[2] ?? '00'}`;
}

/** '16/08/2026', with or without an hour, as '2026-08-16'; null for anything but a day of the calendar. */
export function readBrazilianDate(value: unknown): string | null {
  const match = typeof value === 'string' ? /^(\d{2})\/(\d{2})\/(\d{4})(?: [\dàsh: ]+)?$/.exec(value) : null;
  if (!match) return null;
  const date = `${match[3]}-${match[2]}-${match[1]}`;
  const at = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date) ? date : null;
}
