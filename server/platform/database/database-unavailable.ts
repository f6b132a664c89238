/**
 * Transient database errors: it restarts, is unreachable, has no free connection, or accepts no writes, as on a full disk and
 * after a failover to a standby.
 */

/** SQLSTATE: connection exceptions, shutting down or starting, disk, memory or connections exhausted, read-only. */
const UNAVAILABLE_STATES = /^(?:08\w{3}|57P0[123]|53[0123]00|25006)$/;
const UNAVAILABLE_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);
const UNAVAILABLE_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_ERRORS.has(code)))
    return true;
  return (
    UNAVAILABLE_MESSAGES.test(error.message) ||
    (error.cause !== undefined && isDatabaseUnavailable(error.cause))
  );
}
