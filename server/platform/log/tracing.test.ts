import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createHttpApp } from '../http/http.ts';
import { createLog, inLogScope } from './log.ts';
import { inSpan, recordStatement, startTracing } from './tracing.ts';

interface Received {
  resourceSpans: {
    scopeSpans: {
      spans: {
        name: string;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        kind: number;
        status: object;
      }[];
    }[];
  }[];
}

async function startCollector() {
  const bodies: Received[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      bodies.push(body as Received);
      return response.end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => bodies.flatMap((body) => body.resourceSpans[0]!.scopeSpans[0]!.spans),
    close: () => server.close(),
  };
}

test('traces requests, work and statements, and logs the trace id', async () => {
  const collector = await startCollector();
  const stop = await startTracing(collector.url, 'mare-da-sorte');
  let line = '';
  const log = createLog('info', { write: (text: string) => void (line += text) });
  const app = createHttpApp(log);
  app.get('/rifas/:id', async (c) => {
    await inSpan('work', 'internal', async () => recordStatement('select * from rifas where id = $1', 3));
    log.info('served');
    return c.text('ok');
  });
  const trace = 'a'.repeat(32);
  await app.request('/rifas/7', { headers: { traceparent: `00-${trace}-${'b'.repeat(16)}-00` } });
  await expect(inSpan('job', 'consumer', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await stop();
  collector.close();
  const byName = new Map(collector.spans().map((span) => [span.name, span]));
  const [request, work, statement, job] = ['GET /rifas/:id', 'work', 'select', 'job'].map((name) =>
    byName.get(name)!,
  );
  expect(request).toMatchObject({ traceId: trace, parentSpanId: 'b'.repeat(16), kind: 2 });
  expect(work).toMatchObject({ traceId: trace, parentSpanId: request!.spanId });
  expect(statement).toMatchObject({ traceId: trace, parentSpanId: work!.spanId });
  expect(job).toMatchObject({ status: { code: 2 } });
  expect(statement!.kind).toBe(3);
  expect(JSON.parse(line)).toMatchObject({ msg: 'served', traceId: trace });
});

test('adds no trace id while tracing is off', async () => {
  expect(await inSpan('work', 'internal', () => Promise.resolve(7))).toBe(7);
  let line = '';
  const log = createLog('info', { write: (text: string) => void (line += text) });
  inLogScope({ job: 'x' }, () => log.info('served'));
  expect(JSON.parse(line)).not.toHaveProperty('traceId');
});
