/** Faults that end by themselves: the database restarts, is out of reach, or has no connection left. */

/** SQLSTATE: connection faults, shutting down or starting, too many connections. */
const AWAY_STATES = /^(?:08\w{3}|57P0[123]|53300)$/;
const AWAY_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);
const AWAY_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (AWAY_STATES.test(code) || AWAY_ERRORS.has(code))) return true;
  return AWAY_MESSAGES.test(error.message) || (error.cause !== undefined && isDatabaseAway(error.cause));
}
