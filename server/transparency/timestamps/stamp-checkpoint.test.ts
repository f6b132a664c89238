import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseCertificates } from '@mare/domain/transparency/timestamps/certificates.ts';
import {
  formatTimestampRequest,
  parseTimestampReply,
} from '@mare/domain/transparency/timestamps/timestamp-request.ts';
import { openTimestampToken } from '@mare/domain/transparency/timestamps/timestamp-token.ts';
import { readConfig } from '../../platform/config/config.ts';
import { DEMO_AUTHORITY_PATH } from '../../platform/config/transparency-settings.ts';
import { createLogTestbed, RIFA } from '../public-log.testing.ts';
import { recordEntry } from '../entries/record-entry.ts';
import { startTestAuthority } from './authority.testing.ts';
import { createDemoAuthorityRoutes } from './demo-authority.ts';
import { stampCheckpoint } from './stamp-checkpoint.job.ts';

let bed: Awaited<ReturnType<typeof createLogTestbed>>;
let authority: Awaited<ReturnType<typeof startTestAuthority>>;
let now: Date;
const clock = { now: () => now };

beforeEach(async () => {
  now = new Date('2026-11-22T19:00:00.000Z');
  bed = await createLogTestbed();
  authority = await startTestAuthority(clock);
});
afterEach(async () => {
  await authority.close();
  await bed.close();
});

function platformWith(config: { timestampUrls?: string[]; timestampCertificates?: string | null } = {}) {
  const own = { timestampUrls: [authority.url], timestampCertificates: authority.root };
  return { ...bed.platform, clock, config: { ...bed.platform.config, ...own, ...config } };
}

async function addCount(soldNumbers: number): Promise<void> {
  await bed.count(soldNumbers);
  await bed.update();
}

function advanceMinutes(minutes: number): void {
  now = new Date(now.getTime() + minutes * 60_000);
}

const stored = () => bed.db.selectFrom('logTimestamps').selectAll().orderBy('size').execute();

test('stamps a checkpoint once an hour, and no checkpoint twice', async () => {
  expect(await stampCheckpoint(platformWith())).toBe(false);
  await addCount(1);
  expect(await stampCheckpoint(platformWith())).toBe(true);
  advanceMinutes(90);
  expect(await stampCheckpoint(platformWith())).toBe(false);
  await addCount(2);
  expect(await stampCheckpoint(platformWith())).toBe(true);
  await addCount(3);
  advanceMinutes(59);
  expect(await stampCheckpoint(platformWith())).toBe(false);
  advanceMinutes(1);
  expect(await stampCheckpoint(platformWith())).toBe(true);
  expect(await stored()).toMatchObject([
    { size: 1, authority: authority.url, stampedAt: new Date('2026-11-22T19:00:00.000Z') },
    { size: 2 },
    { size: 3 },
  ]);
  expect(authority.requests).toBe(3);
});

test('stamps a frozen list without waiting for the hour', async () => {
  await addCount(1);
  await stampCheckpoint(platformWith());
  await recordEntry(bed.db, {
    kind: 'frozen',
    at: now.toISOString(),
    rifaId: RIFA,
    totalNumbers: 100,
    soldNumbers: 10,
    excludedNumbers: 0,
    listHash: 'a'.repeat(64),
    merkleRoot: 'b'.repeat(64),
  });
  await bed.update();
  expect(await stampCheckpoint(platformWith())).toBe(true);
  await addCount(2);
  expect(await stampCheckpoint(platformWith())).toBe(false);
});

test('calls the next authority when one fails, and retries with the next run when all fail', async () => {
  const second = await startTestAuthority(clock);
  const platform = platformWith({
    timestampUrls: [authority.url, second.url],
    timestampCertificates: authority.root + second.root,
  });
  await addCount(1);
  authority.isDown = true;
  second.isDown = true;
  expect(await stampCheckpoint(platform)).toBe(false);
  second.isDown = false;
  expect(await stampCheckpoint(platform)).toBe(true);
  expect(await stored()).toMatchObject([{ authority: second.url }]);
  await second.close();
});

test('stores no token of an untrusted authority', async () => {
  const other = await startTestAuthority(clock);
  await addCount(1);
  expect(await stampCheckpoint(platformWith({ timestampCertificates: other.root }))).toBe(false);
  expect(await stampCheckpoint(platformWith({ timestampCertificates: null }))).toBe(false);
  expect(await stored()).toEqual([]);
  await other.close();
});

test('sends no request when it is switched off', async () => {
  await addCount(1);
  expect(await stampCheckpoint(platformWith({ timestampUrls: [] }))).toBe(false);
  expect(authority.requests).toBe(0);
  expect(readConfig({ TIMESTAMP_URLS: 'off' }).timestampUrls).toEqual([]);
});

test('the authority of the demonstration keeps its key and serves its root', async () => {
  const platform = { ...platformWith(), config: bed.platform.config };
  const hash = new Uint8Array(32).fill(5);
  const ask = () =>
    // Two processes start concurrently.
    createDemoAuthorityRoutes(platform).request(DEMO_AUTHORITY_PATH, {
      method: 'POST',
      body: new Uint8Array(formatTimestampRequest(hash)),
    });
  const replies = await Promise.all([ask(), ask()]);
  const root = parseCertificates(await (await bed.get('authorities')).text())!;
  for (const reply of replies) {
    const token = parseTimestampReply(new Uint8Array(await reply.arrayBuffer()))!;
    expect(await openTimestampToken(token, root)).toMatchObject({
      imprint: hash,
      time: now,
      isTrusted: true,
    });
  }
  expect(existsSync(join(platform.config.dataDir, 'timestamp-authority.json'))).toBe(true);
  const malformed = { method: 'POST', body: 'bom dia' };
  expect((await createDemoAuthorityRoutes(platform).request(DEMO_AUTHORITY_PATH, malformed)).status).toBe(
    400,
  );
  const shop = { ...platform, config: { ...platform.config, demo: false } };
  expect((await createDemoAuthorityRoutes(shop).request(DEMO_AUTHORITY_PATH, malformed)).status).toBe(404);
});
