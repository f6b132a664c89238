/** Timestamps seals at a local fake calendar server. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProofFile } from '@mare/domain/draws/sealing/timestamp-proof.ts';
import { sha256 } from '@mare/domain/draws/sealing/sha256.ts';
import { createDrawFiles } from '../proofs/draw-files.routes.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction } from '../draws.testing.ts';
import { readDrawAudit } from '../proofs/read-draw-audit.ts';
import { anchorSeals } from './anchor-seals.job.ts';

const PROMISE = Buffer.from('0083dfe30d2ef90c8e0908687474703a2f2f61', 'hex');
/** Block 800,000. */
const BLOCK = Buffer.from('000588960d73d719010380ea30', 'hex');
const HASH = Buffer.of(0x08);

/** Fake calendar: stores posted digests, and serves block attestations once enabled. */
async function startCalendar() {
  const state = {
    digests: [] as string[],
    hasBlocks: false,
    answer: Buffer.concat([HASH, PROMISE]),
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
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((done) => server.close(done)),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

let bed: DrawsTestbed;
let calendar: Awaited<ReturnType<typeof startCalendar>>;
beforeAll(async () => {
  bed = await createDrawsTestbed();
  calendar = await startCalendar();
});
afterAll(async () => {
  await calendar.close();
  await bed.close();
});

async function sealedRifa(): Promise<string> {
  const rifaId = await bed.rifa(10);
  await bed.sell(rifaId, [1, 2, 3]);
  await bed.freeze(rifaId);
  await bed.seal(rifaId, freshExtraction());
  return rifaId;
}

const sealOf = async (rifaId: string) =>
  (await readDrawAudit(bed.db, rifaId, bed.clock.now()))!.seals.at(-1)!;
const platform = () => ({
  ...bed.platform,
  config: { ...bed.platform.config, timestampCalendarUrl: calendar.url },
});

test('sends no request without a calendar and shows no timestamp', async () => {
  const rifaId = await sealedRifa();
  await anchorSeals({ ...bed.platform, config: { ...bed.platform.config, timestampCalendarUrl: null } });
  expect((await sealOf(rifaId)).anchor).toBeNull();
});

test('submits a seal once, completes its proof and offers it for download', async () => {
  const rifaId = await sealedRifa();
  calendar.state.status = 503;
  await anchorSeals(platform());
  calendar.state.status = 200;
  calendar.state.answer = Buffer.from('<html>');
  await anchorSeals(platform());
  expect((await sealOf(rifaId)).anchor).toBeNull();
  calendar.state.answer = Buffer.concat([HASH, PROMISE]);
  calendar.state.digests.length = 0;
  await Promise.all([anchorSeals(platform()), anchorSeals(platform())]);
  await anchorSeals(platform());
  const { hash, anchor } = await sealOf(rifaId);
  expect(calendar.state.digests).toContain(hash);
  expect(calendar.state.digests.filter((one) => one === hash).length).toBeLessThanOrEqual(2);
  expect(anchor).toMatchObject({ calendar: new URL(calendar.url).host, blockHeight: null });
  expect(readProofFile(anchor!.proof, hash)).toMatchObject([{ kind: 'pending' }]);

  bed.clock.advance(2 * 3600);
  await anchorSeals(platform());
  expect((await sealOf(rifaId)).anchor).toMatchObject({ blockHeight: null });
  calendar.state.hasBlocks = true;
  bed.clock.advance(2 * 3600);
  await anchorSeals(platform());
  const complete = (await sealOf(rifaId)).anchor!;
  expect(complete.blockHeight).toBe(800_000);
  expect(readProofFile(complete.proof, hash)).toMatchObject([{ kind: 'bitcoin', height: 800_000 }]);

  const files = createDrawFiles(bed.platform);
  const text = await files.request(`/sorteios/${rifaId}/lacre/1.txt`);
  expect(Buffer.from(sha256(new Uint8Array(await text.arrayBuffer()))).toString('hex')).toBe(hash);
  const proof = await files.request(`/sorteios/${rifaId}/lacre/1.txt.ots`);
  expect(Buffer.from(await proof.arrayBuffer()).toString('hex')).toBe(complete.proof);
  for (const path of ['2.txt', '1.txt.ots.ots', 'x'])
    expect((await files.request(`/sorteios/${rifaId}/lacre/${path}`)).status).toBe(404);
});
