/**
 * The floor of `pages` and `api`: a bare Hono server that knows the answers beforehand. Is told each by message, says at
 * which path it gives it, and ends with its parent.
 */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

export interface BareAnswer {
  contentType: string;
  /** Absent when it is not compressed. */
  contentEncoding: string | undefined;
  /** In base64. */
  body: string;
}

const known: (() => Response)[] = [];
const app = new Hono();
app.all('/:index', async (c) => {
  if (c.req.method !== 'GET') await c.req.text();
  return known[Number(c.req.param('index'))]!();
});
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.on('message', ({ contentType, contentEncoding, body }: BareAnswer) => {
    const bytes = Buffer.from(body, 'base64');
    const headers = {
      'content-type': contentType,
      ...(contentEncoding && { 'content-encoding': contentEncoding }),
    };
    known.push(() => new Response(bytes, { headers }));
    process.send!(`http://127.0.0.1:${port}/${known.length - 1}`);
  });
});
process.on('disconnect', () => server.close(() => process.exit()));
