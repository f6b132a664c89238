/** Checks at the end of a story: cotas, money, messages and the public log are consistent. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, expect, type TestInfo } from '@playwright/test';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { type MirrorStore, syncMirror } from '@mare/domain/transparency/witness/mirror.ts';
import { parsePolicy } from '@mare/domain/transparency/witness/policy.ts';
import { findMismatches } from '../../server/soak/mismatches.testing.ts';

const VERIFIER = join(import.meta.dirname, '../../web/verifier/cli.ts');
/** Exit codes of the verifier: verified, or verified as far as the files allow. */
const HOLDS = [0, 3];
/** Time for the jobs that send mails and refunds and sign the log. */
const SETTLES_WITHIN_MS = 60_000;

interface Story {
  request: APIRequestContext;
  info: TestInfo;
  /** Rifas of this story only: other tests sell at the same time. */
  rifas: readonly string[];
  /** Downloaded receipts of the log (`.tlog-proof`). */
  receipts?: readonly string[];
  /** Reais at a provider other than the sandbox, by order reference. */
  heldElsewhere?: Readonly<Record<string, number>>;
  /** Database URL of a shop that the story started itself. */
  database?: string;
}

export async function expectStoryConsistent(story: Story): Promise<void> {
  const { request, info, receipts = [], database = process.env.E2E_DATABASE } = story;
  await expectInvariants(story, database);
  await expectLogConsistent(request);
  for (const receipt of receipts) await expectReceiptVerifies(request, info, receipt);
}

/** Checks the soak test's invariants in the database. */
async function expectInvariants({ rifas, heldElsewhere }: Story, url: string | undefined): Promise<void> {
  if (!url) throw new Error('E2E_DATABASE does not name the database');
  const pool = connectPool({ url, max: 2 });
  try {
    const shop = { pool, db: connectKysely(pool) };
    await expect
      .poll(() => findMismatches(shop, rifas, heldElsewhere), { timeout: SETTLES_WITHIN_MS })
      .toEqual([]);
  } finally {
    await pool.end();
  }
}

async function read(request: APIRequestContext, path: string): Promise<Buffer> {
  const response = await request.get(path);
  expect(response.ok(), `${path}: ${response.status()}`).toBe(true);
  return response.body();
}

/** Expects a copy of the log, built entry by entry, to have the signed root. */
async function expectLogConsistent(request: APIRequestContext): Promise<void> {
  const policy = new TextDecoder().decode(await read(request, '/log/policy'));
  const { key } = parsePolicy(policy).logs[0]!;
  const copied = await syncMirror(key, createStore(), (path) => read(request, `/log/${path}`));
  expect(copied).toMatchObject({ ok: true });
}

function createStore(): MirrorStore {
  const tiles = new Map<string, Uint8Array>();
  let checkpoint: string | null = null;
  const nameOf = ({ level, index }: { level: number | 'entries'; index: number }) => `${level}/${index}`;
  return {
    readCheckpoint: () => checkpoint,
    writeCheckpoint: (note) => void (checkpoint = note),
    readKeys: () => [],
    writeKeys: () => undefined,
    readTile: (tile) => tiles.get(nameOf(tile)) ?? null,
    writeTile: (tile, bytes) => void tiles.set(nameOf(tile), bytes),
  };
}

/** Runs the shop's offline verifier in a process without the site's URL. */
async function expectReceiptVerifies(
  request: APIRequestContext,
  info: TestInfo,
  receipt: string,
): Promise<void> {
  const policy = info.outputPath('politica.txt');
  writeFileSync(policy, await read(request, '/log/policy'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [VERIFIER, receipt, policy], {
    encoding: 'utf8',
  });
  expect(HOLDS, `${stdout}${stderr}`).toContain(status);
}
