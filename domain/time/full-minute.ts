const MINUTE_MS = 60_000;

/** The first full minute from an instant on, so that a wait shown without seconds is over at the shown time. */
export function fullMinute(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS);
}
