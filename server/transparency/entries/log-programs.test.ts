import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toHex } from '@mare/domain/hex.ts';
import { sha256 } from '@mare/domain/draws/sealing/sha256.ts';
import { openCheckpoint } from '@mare/domain/transparency/log/checkpoint.ts';
import { decodeEntry } from '@mare/domain/transparency/log/log-entry.ts';
import { isIncluded, leafHash } from '@mare/domain/transparency/log/merkle-tree.ts';
import { parseProofFile } from '@mare/domain/transparency/receipts/proof-file.ts';
import { recordPrograms } from './log-programs.ts';
import { createLogTestbed } from '../public-log.testing.ts';

let bed: Awaited<ReturnType<typeof createLogTestbed>>;
let sumsFile: string;
beforeEach(async () => {
  bed = await createLogTestbed();
  sumsFile = join(bed.platform.config.dataDir, 'SHA256SUMS');
});
afterEach(() => bed.close());

const record = () => recordPrograms(bed.platform, sumsFile);
const programs = async () => (await bed.audit()).filter((entry) => entry.includes('\ntipo conferencia\n'));

test('logs the programs once per build, in the process that starts first', async () => {
  await bed.count(1);
  await record();
  await bed.update();
  expect(await programs()).toEqual([]);
  writeFileSync(sumsFile, 'a  index.html\n');
  await Promise.all([record(), record()]);
  await bed.update();
  await record();
  await bed.update();
  expect(await programs()).toHaveLength(1);
  writeFileSync(sumsFile, 'b  index.html\n');
  await record();
  await bed.update();
  expect(await programs()).toHaveLength(2);
});

test('serves a proof of the programs that verifies with the key of the log', async () => {
  expect((await bed.get('programs.tlog-proof')).status).toBe(404);
  const sums = 'a  index.html\n';
  writeFileSync(sumsFile, sums);
  await record();
  await bed.count(1);
  await bed.update();
  const { extra, index, path, checkpoint } = parseProofFile(
    await (await bed.get('programs.tlog-proof')).text(),
  )!;
  const opened = openCheckpoint(checkpoint, [bed.key.signer.key])!;
  expect(isIncluded(leafHash(extra!), { index, ...opened.checkpoint }, path)).toBe(true);
  expect(decodeEntry(extra!)).toMatchObject({
    kind: 'programs',
    sumsHash: toHex(sha256(new TextEncoder().encode(sums))),
  });
});
