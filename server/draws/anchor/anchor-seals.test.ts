/** Timestamps seals at a local calendar server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProofFile } from '@mare/domain/draws/sealing/timestamp-proof.ts';
import { sha256 } from '@mare/domain/draws/sealing/sha256.ts';
import { createDrawFiles } from '../proofs/draw-files.routes.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction } from '../draws.testing.ts';
import { readDrawAudit } from '../proofs/read-draw-audit.ts';
import { startCalendar } from '../../transparency/timestamps/calendar.testing.ts';
import { anchorSeals } from './anchor-seals.job.ts';

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

async function addSealedRifa(): Promise<string> {
  const rifaId = await bed.rifa(10);
  await bed.sell(rifaId, [1, 2, 3]);
  await bed.freeze(rifaId);
  await bed.seal(rifaId, freshExtraction());
  return rifaId;
}

const readSeal = async (rifaId: string) =>
  (await readDrawAudit(bed.db, rifaId, bed.clock.now()))!.seals.at(-1)!;
const platformWithCalendar = () => ({
  ...bed.platform,
  config: { ...bed.platform.config, timestampCalendarUrl: calendar.url },
});

test('sends no request without a calendar and shows no timestamp', async () => {
  const rifaId = await addSealedRifa();
  await anchorSeals({ ...bed.platform, config: { ...bed.platform.config, timestampCalendarUrl: null } });
  expect((await readSeal(rifaId)).anchor).toBeNull();
});

// @covers community 2: the sold list is frozen, hashed and sealed before the extraction, and written down outside
//   where an operator wants it
test('submits a seal once, completes its proof and offers it for download', async () => {
  const rifaId = await addSealedRifa();
  calendar.state.status = 503;
  await anchorSeals(platformWithCalendar());
  calendar.state.status = 200;
  calendar.state.answer = Buffer.from('<html>');
  await anchorSeals(platformWithCalendar());
  expect((await readSeal(rifaId)).anchor).toBeNull();
  calendar.state.answer = calendar.promise;
  calendar.state.digests.length = 0;
  await Promise.all([anchorSeals(platformWithCalendar()), anchorSeals(platformWithCalendar())]);
  await anchorSeals(platformWithCalendar());
  const { hash, anchor } = await readSeal(rifaId);
  expect(calendar.state.digests).toContain(hash);
  expect(calendar.state.digests.filter((digest) => digest === hash).length).toBeLessThanOrEqual(2);
  expect(anchor).toMatchObject({ calendar: new URL(calendar.url).host, blockHeight: null });
  expect(readProofFile(anchor!.proof, hash)).toMatchObject([{ kind: 'pending' }]);

  bed.clock.advance(2 * 3600);
  await anchorSeals(platformWithCalendar());
  expect((await readSeal(rifaId)).anchor).toMatchObject({ blockHeight: null });
  calendar.state.hasBlocks = true;
  bed.clock.advance(2 * 3600);
  await anchorSeals(platformWithCalendar());
  const complete = (await readSeal(rifaId)).anchor!;
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
