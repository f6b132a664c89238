/** Pictures rendered from facts: equal facts give equal pictures. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { memoizeAsync } from '../../caching/memoize-async.ts';
import type { HttpEnv } from '../http.ts';

interface DrawnPicture {
  /** Content of the picture as JSON. Its hash is the entity tag. */
  facts: unknown;
  maxAgeSeconds: number;
  /** @returns a PNG */
  draw: () => Promise<Buffer>;
}

/** @param limit maximum pictures in memory */
export function createPictureSender(limit: number) {
  const pictures = memoizeAsync<Buffer>(limit);
  return async (c: Context<HttpEnv>, { facts, maxAgeSeconds, draw }: DrawnPicture): Promise<Response> => {
    const key = hashContent(JSON.stringify(facts));
    const headers = { etag: `"${key}"`, 'cache-control': `public, max-age=${maxAgeSeconds}` };
    if (c.req.header('if-none-match') === headers.etag) return c.body(null, 304, headers);
    const picture = await pictures.get(key, draw);
    return c.body(new Uint8Array(picture), 200, { ...headers, 'content-type': 'image/png' });
  };
}

/** Represents the bytes of a file among the facts. */
export function hashContent(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url');
}
