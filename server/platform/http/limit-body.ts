import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

interface BodyLimit {
  /** Bytes. */
  maxSize: number;
  /** Default: a plain 413. */
  onError?: (c: Context) => Response | Promise<Response>;
}

/**
 * Rejects larger bodies with 413. Believes a stated length, to which Node cuts the body: `bodyLimit` of Hono makes a stream
 * of each body to look for one, which takes longer than reading it.
 */
export function limitBody({ maxSize, onError }: BodyLimit): MiddlewareHandler {
  const limitUnknown = bodyLimit({ maxSize, ...(onError && { onError }) });
  return (c, next) => {
    const { method } = c.req;
    const length = c.req.header('content-length');
    if (c.req.header('transfer-encoding') !== undefined) return limitUnknown(c, next);
    if (length === undefined) return method === 'GET' || method === 'HEAD' ? next() : limitUnknown(c, next);
    return Number(length) <= maxSize ? next() : limitUnknown(c, next);
  };
}
