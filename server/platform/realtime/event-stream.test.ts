/** Event streams over real connections. */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { EventStream, StreamEvent } from './event-stream.ts';
import { sendEventStream } from './send-event-stream.ts';

interface Count {
  at: number;
}

const event = (at: number, padding = '') =>
  new StreamEvent<Count>({ at, ...(padding && { padding }) }, String(at));

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  await (server && once(server, 'close'));
});

/** A stream and the response of the client that reads it. */
async function open(maxWaiting = 10) {
  let ended = 0;
  const stream = new EventStream<Count>({ since: 0, maxWaiting, onEnd: () => void ended++ });
  server = createServer((_, response) => {
    sendEventStream(response, new Headers({ 'content-type': 'text/event-stream', 'x-test': 'yes' }), stream);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const request = get({ port: (server.address() as AddressInfo).port, agent: false });
  request.on('error', () => undefined);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { stream, request, response, ended: () => ended };
}

test('sends events in the format of the contract library, with the headers given', async () => {
  const { stream, response } = await open();
  expect(response.headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-test': 'yes' });
  stream.send(event(1));
  stream.send(new StreamEvent<Count>({ at: 2 }));
  stream.end();
  expect((await response.setEncoding('utf8').toArray()).join('')).toBe(
    ': \n\nevent: message\nid: 1\ndata: {"at":1}\n\nevent: message\ndata: {"at":2}\n\n',
  );
});

test('sends events that arrived before the reader', async () => {
  const stream = new EventStream<Count>({ since: 0, maxWaiting: 2, onEnd: () => undefined });
  stream.send(event(1));
  stream.send(event(2));
  const reader = stream.read();
  expect(await reader.next()).toMatchObject({ value: { at: 1 } });
  expect(await reader.next()).toMatchObject({ value: { at: 2 } });
});

test('ends a stream whose reader is too slow', async () => {
  const { stream, response, ended } = await open();
  response.pause();
  const padding = 'x'.repeat(100_000);
  for (let at = 0; !stream.isEnded; at++) {
    stream.send(event(at, padding));
    // Fills the socket buffers.
    await new Promise(setImmediate);
  }
  expect(ended()).toBe(1);
});

test('sends everything, in order, to a reader that pauses', async () => {
  const { stream, response } = await open(1_000);
  const padding = 'x'.repeat(50_000);
  for (let at = 0; at < 300; at++) stream.send(event(at, padding));
  const drained = stream.drained().then(() => stream.end());
  const text = (await response.setEncoding('utf8').toArray()).join('');
  await drained;
  expect(Array.from(text.matchAll(/^id: (\d+)$/gm), ([, id]) => Number(id))).toEqual(
    Array.from({ length: 300 }, (_, at) => at),
  );
});

test('ends once when the reader disconnects', async () => {
  const { stream, request, ended } = await open();
  request.destroy();
  await expect.poll(ended).toBe(1);
  stream.send(event(1));
  stream.end();
  expect(ended()).toBe(1);
});
