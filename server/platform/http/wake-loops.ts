import type { MiddlewareHandler } from 'hono';
import type { Platform } from '../platform.ts';
import type { HttpEnv } from './http.ts';

/** Wakes the loops after requests that may have changed something. */
export const wakeLoops =
  ({ activity }: Pick<Platform, 'activity'>): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    await next();
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') activity?.note();
  };
