const MINUTE_MS = 60_000;

/** The first full minute from an instant on. A wait that ends then is over at the time that is shown, without seconds. */
export function fullMinute(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS);
}
