/**
 * The floor of `pages` and `api`: a bare Hono server of canned responses. Receives each by message, replies with its URL,
 * and exits with its parent.
 */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

export interface CannedResponse {
  contentType: string;
  /** Undefined when uncompressed. */
  contentEncoding: string | undefined;
  /** Base64. */
  body: string;
}

const responses: (() => Response)[] = [];
const app = new Hono();
app.all('/:index', async (c) => {
  if (c.req.method !== 'GET') await c.req.text();
  return responses[Number(c.req.param('index'))]!();
});
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.on('message', ({ contentType, contentEncoding, body }: CannedResponse) => {
    const bytes = Buffer.from(body, 'base64');
    const headers = {
      'content-type': contentType,
      ...(contentEncoding && { 'content-encoding': contentEncoding }),
    };
    responses.push(() => new Response(bytes, { headers }));
    process.send!(`http://127.0.0.1:${port}/${responses.length - 1}`);
  });
});
process.on('disconnect', () => server.close(() => process.exit()));
