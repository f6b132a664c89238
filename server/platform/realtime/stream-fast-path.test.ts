import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AnyContractRouter, getEventIteratorSchemaDetails } from '@orpc/contract';
import { expect, test } from 'vitest';
import { contract } from '@mare/contract/contract.ts';
import { createHttpApp } from '../http/http.ts';
import { createLog } from '../log/log.ts';
import { EventStream, StreamEvent } from './event-stream.ts';
import { createStreamFastPath, isEventStream } from './stream-fast-path.ts';

interface Procedure {
  '~orpc': {
    route: { method?: string; path: string };
    outputSchema: Parameters<typeof getEventIteratorSchemaDetails>[0];
  };
}

function procedures(router: AnyContractRouter): Procedure[] {
  if ('~orpc' in router) return [router as unknown as Procedure];
  return Object.values(router).flatMap((child) => procedures(child as AnyContractRouter));
}

test('accepts only event streams of the contract', () => {
  const requests = procedures(contract).map(({ '~orpc': { route, outputSchema } }) => ({
    method: route.method ?? 'POST',
    url: `/api${route.path.replace(/\{[^}]+\}/g, randomUUID())}`,
    streams: getEventIteratorSchemaDetails(outputSchema) !== undefined,
  }));
  expect(requests.filter(isEventStream)).toEqual(requests.filter(({ streams }) => streams));
  expect(requests.filter(isEventStream)).toHaveLength(2);
});

test.each(['/api/notifications/live/', '/api/notifications/liver', '/x/api/notifications/live'])(
  'leaves %s to the other routes',
  (url) => {
    expect(isEventStream({ method: 'GET', url })).toBe(false);
    expect(isEventStream({ method: 'HEAD', url: '/api/notifications/live' })).toBe(false);
  },
);

test('passes requests through the middlewares, and their rejections to the caller', async () => {
  const log = createLog('silent');
  const app = createHttpApp(log);
  const stream = new EventStream({ since: 0, maxWaiting: 1, onEnd: () => undefined });
  stream.send(new StreamEvent({ kind: 'changed' }));
  app.get('/api/notifications/live', (c) => {
    if (c.req.header('authorization') !== 'Bearer mine') return c.json({ code: 'NOT_AUTHENTICATED' }, 401);
    c.set('eventStream', stream);
    return c.body(null, 200, { 'content-type': 'text/event-stream' });
  });
  const fastPath = createStreamFastPath(app, log);
  const server = createServer((request, response) => {
    if (!fastPath(request, response)) response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/notifications/live`;

  const rejected = await fetch(url);
  expect(rejected.status).toBe(401);
  expect(rejected.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await rejected.json()).toEqual({ code: 'NOT_AUTHENTICATED' });

  const admitted = await fetch(url, { headers: { authorization: 'Bearer mine' } });
  expect(admitted.headers.get('content-type')).toBe('text/event-stream');
  expect(admitted.headers.get('x-content-type-options')).toBe('nosniff');
  expect(admitted.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  stream.end();
  expect(await admitted.text()).toBe(': \n\nevent: message\ndata: {"kind":"changed"}\n\n');
  server.close();
});
