/** A time-stamping authority over HTTP, with the clock of a test. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { respondToTimestampRequest, makeAuthority } from '@mare/domain/transparency/timestamps/authority.ts';
import type { Clock } from '../../platform/clock.ts';

const VALID = { notBefore: new Date('2020-01-01'), notAfter: new Date('2040-01-01') };

export async function startTestAuthority(clock: Clock) {
  const authority = await makeAuthority('Carimbo de teste', VALID);
  const state = { isDown: false, requests: 0 };
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      state.requests++;
      if (state.isDown) return response.writeHead(503).end();
      const body = Buffer.concat(parts);
      const issue = { time: clock.now(), serial: Uint8Array.of(1, state.requests) };
      const reply = await respondToTimestampRequest(body, authority, issue);
      response.writeHead(reply ? 200 : 400).end(reply);
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    /** PEM. */
    root: authority.root,
    close: () => new Promise((done) => server.close(done)),
  });
}
