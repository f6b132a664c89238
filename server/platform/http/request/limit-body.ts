import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

interface BodyLimit {
  /** Bytes. */
  maxSize: number;
  /** Default: a plain 413. */
  onError?: (c: Context) => Response | Promise<Response>;
}

/**
 * Rejects larger bodies with 413. Trusts a stated length, because Node cuts the body to it. `bodyLimit` of Hono would
 * turn each body into a stream, which takes longer than reading it.
 */
export function limitBody({ maxSize, onError }: BodyLimit): MiddlewareHandler {
  const readAndLimit = bodyLimit({ maxSize, ...(onError && { onError }) });
  return (c, next) => {
    const length = c.req.header('content-length');
    const isChunked = c.req.header('transfer-encoding') !== undefined;
    const fits = length === undefined ? /^(?:GET|HEAD)$/.test(c.req.method) : Number(length) <= maxSize;
    return fits && !isChunked ? next() : readAndLimit(c, next);
  };
}
