import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256 } from '@mare/domain/draws/sealing/sha256.ts';

const PROMISE = Buffer.from('0083dfe30d2ef90c8e0908687474703a2f2f61', 'hex');
/** Block 800,000. */
const BLOCK = Buffer.from('000588960d73d719010380ea30', 'hex');
const HASH = Buffer.of(0x08);

/** A calendar of OpenTimestamps on this machine: stores posted digests, and serves block attestations once enabled. */
export async function startCalendar() {
  const promise = Buffer.concat([HASH, PROMISE]);
  const state = {
    digests: [] as string[],
    hasBlocks: false,
    answer: promise,
    status: 200,
  };
  const server = createServer((request, response) => {
    void (async () => {
      if (request.method === 'POST' && request.url === '/digest') {
        state.digests.push((await bodyOf(request)).toString('hex'));
        response.writeHead(state.status).end(state.answer);
      } else {
        const value = request.url?.split('/timestamp/')[1] ?? '';
        const known = state.digests.some(
          (one) => Buffer.from(sha256(Buffer.from(one, 'hex'))).toString('hex') === value,
        );
        response.writeHead(known && state.hasBlocks ? 200 : 404).end(known && state.hasBlocks ? BLOCK : '');
      }
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    state,
    promise,
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((done) => server.close(done)),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
