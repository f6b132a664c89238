import { afterEach, beforeEach, expect, test } from 'vitest';
import { readProofFile } from '@mare/domain/draws/sealing/timestamp-proof.ts';
import { parseNote } from '@mare/domain/transparency/log/signed-note.ts';
import { toHex } from '@mare/domain/hex.ts';
import { sha256 } from '@mare/domain/draws/sealing/sha256.ts';
import { readConfig } from '../../platform/config/config.ts';
import { readLogOverview } from '../describe-log.ts';
import { createLogTestbed, RIFA } from '../public-log.testing.ts';
import { recordEntry } from '../entries/record-entry.ts';
import { anchorCheckpoint } from './anchor-checkpoint.job.ts';
import { startCalendar } from './calendar.testing.ts';

let bed: Awaited<ReturnType<typeof createLogTestbed>>;
let calendar: Awaited<ReturnType<typeof startCalendar>>;
let now: Date;

beforeEach(async () => {
  now = new Date('2026-11-22T19:00:00.000Z');
  bed = await createLogTestbed();
  calendar = await startCalendar();
});
afterEach(async () => {
  await calendar.close();
  await bed.close();
});

const run = (timestampCalendarUrl: string | null = calendar.url) =>
  anchorCheckpoint({
    ...bed.platform,
    clock: { now: () => now },
    config: { ...bed.platform.config, timestampCalendarUrl },
  });
const anchored = async () => (await readLogOverview(bed.platform)).anchored;

async function addCount(soldNumbers: number): Promise<void> {
  await bed.count(soldNumbers);
  await bed.update();
}

function advanceHours(hours: number): void {
  now = new Date(now.getTime() + hours * 3_600_000);
}

test('serves the stamped text and a proof that leads to the block', async () => {
  await addCount(1);
  await run();
  expect(await anchored()).toMatchObject({
    size: 1,
    calendar: new URL(calendar.url).host,
    blockHeight: null,
  });
  calendar.state.hasBlocks = true;
  await run();
  expect(await anchored()).toMatchObject({ blockHeight: null });
  advanceHours(2);
  await run();
  expect(await anchored()).toMatchObject({ size: 1, blockHeight: 800_000 });

  const text = await (await bed.get('anchors/1.txt')).text();
  expect(text).toBe(parseNote(await (await bed.get('checkpoint')).text())!.text);
  const digest = toHex(sha256(new TextEncoder().encode(text)));
  expect(calendar.state.digests).toEqual([digest]);
  const proof = Buffer.from(await (await bed.get('anchors/1.txt.ots')).arrayBuffer()).toString('hex');
  expect(readProofFile(proof, digest)).toMatchObject([{ kind: 'bitcoin', height: 800_000 }]);
  for (const file of ['2.txt', '01.txt', '1.txt.ots.ots', '1'])
    expect((await bed.get(`anchors/${file}`)).status).toBe(404);
});

test('submits a checkpoint once a day, and immediately after an entry that decides a draw', async () => {
  await run();
  await addCount(1);
  await run();
  await addCount(2);
  advanceHours(23);
  await run();
  expect(calendar.state.digests).toHaveLength(1);
  advanceHours(1);
  await run();
  expect(calendar.state.digests).toHaveLength(2);
  await recordEntry(bed.db, {
    kind: 'sealed',
    at: now.toISOString(),
    rifaId: RIFA,
    version: 1,
    sealHash: 'a'.repeat(64),
    extraction: 6_000,
    extractionDate: '2026-11-25',
  });
  await bed.update();
  await run();
  await run();
  expect(calendar.state.digests).toHaveLength(3);
});

test('rejects a response that is not a proof, and requests it again', async () => {
  await addCount(1);
  calendar.state.status = 503;
  await run();
  calendar.state.status = 200;
  calendar.state.answer = Buffer.from('<html>');
  await run();
  expect(await anchored()).toBeNull();
  calendar.state.answer = calendar.promise;
  await Promise.all([run(), run()]);
  expect(await anchored()).toMatchObject({ size: 1 });
});

test('uses a public calendar outside the demonstration unless it is switched off', async () => {
  await addCount(1);
  await run(null);
  expect(calendar.state.digests).toEqual([]);
  const shop = {
    DATABASE_URL: 'postgres://db.example/mare',
    PUBLIC_URL: 'https://loja.example',
    MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1',
    MERCADOPAGO_WEBHOOK_SECRETS: 'secret',
  };
  const ofShop = (settings: Record<string, string>) =>
    readConfig({ ...shop, ...settings }).timestampCalendarUrl;
  expect(ofShop({})).toBe('https://a.pool.opentimestamps.org');
  expect(ofShop({ TIMESTAMP_CALENDAR_URL: 'off' })).toBeNull();
  expect(readConfig({}).timestampCalendarUrl).toBeNull();
});
