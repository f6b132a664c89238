/** A stopping web process finishes its requests, and the load balancer redirects new ones, so that no client sees an error. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createHttpApp } from '../platform/http/http.ts';
import { createLog } from '../platform/log/log.ts';
import { serveUntilDrained } from '../platform/http/serve-until-drained.ts';
import { startTcpProxy } from './shop/tcp-proxy.testing.ts';
import { freePort } from './shop/start-shop.testing.ts';

async function startSite(shutdownDelaySeconds = 0) {
  const app = createHttpApp(createLog('silent'));
  app.get('/readyz', (c) => c.text('ok'));
  app.get('/slow/:id', async (c) => {
    started.add(c.req.param('id'));
    await pause(150);
    return c.text('whole answer');
  });
  const port = await freePort();
  return { port, drain: await serveUntilDrained(app, { port, host: '127.0.0.1', shutdownDelaySeconds }) };
}

/** Requests in flight. */
const started = new Set<string>();

/**
 * A keep-alive connection may close just as it is reused; browsers and proxies then retry. An accepted request must be
 * answered.
 */
async function requestSlowly(agent: Agent, port: number): Promise<string> {
  const id = randomUUID();
  for (;;)
    try {
      return (await sendRequest(agent, port, `/slow/${id}`)).body;
    } catch (error) {
      if (started.has(id)) throw error;
    }
}

const noStreams = () => Promise.resolve();

/** @throws if the connection fails */
async function sendRequest(
  agent: Agent,
  port: number,
  path: string,
): Promise<{ status: number; body: string }> {
  const request = get({ agent, port, host: '127.0.0.1', path });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let body = '';
  for await (const part of response) body += String(part);
  return { status: response.statusCode!, body };
}

test('causes no error on keep-alive connections while one process stops', async () => {
  const [stoppingSite, remainingSite, tcpProxy] = [
    await startSite(),
    await startSite(),
    await startTcpProxy(),
  ];
  tcpProxy.forwardTo([stoppingSite.port, remainingSite.port]);
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const end = new AbortController();
  const responses: string[] = [];
  const clients = Array.from({ length: 20 }, async () => {
    while (!end.signal.aborted) responses.push(await requestSlowly(agent, tcpProxy.port));
  });
  while (responses.length < 40) await pause(10);
  await stoppingSite.drain(noStreams);
  const before = responses.length;
  while (responses.length < before + 40) await pause(10);
  end.abort();
  await Promise.all(clients);
  expect(new Set(responses)).toEqual(new Set(['whole answer']));
  agent.destroy();
  await remainingSite.drain(noStreams);
  await tcpProxy.close();
});

test('reports not ready at once and closes event streams last', async () => {
  const { port, drain } = await startSite(2);
  const agent = new Agent();
  expect((await sendRequest(agent, port, '/readyz')).status).toBe(200);
  const steps: string[] = [];
  const drained = drain(() => {
    steps.push('streams ended');
    return Promise.resolve();
  });
  expect((await sendRequest(agent, port, '/readyz')).status).toBe(503);
  steps.push('not ready');
  await drained;
  expect(steps).toEqual(['not ready', 'streams ended']);
  await expect(sendRequest(agent, port, '/readyz')).rejects.toThrow('ECONNREFUSED');
});
