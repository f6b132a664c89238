/**
 * The threats of docs/features/draws.md: each is carried out by the owner of the database, with triggers off, and has to be
 * caught from files alone, with a receipt that the buyer took before.
 */
import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createSigner,
  ED25519_COSIGNATURE,
  formatVerifierKey,
} from '@mare/domain/transparency/log/signed-note.ts';
import { combineFiles, readGivenFile } from '@mare/domain/transparency/verify/read-files.ts';
import { verifyFiles } from '@mare/domain/transparency/verify/verify-files.ts';
import { addCheckpoint } from '@mare/domain/transparency/witness/witness.ts';
import { withdrawVouchers } from '../../partners/vouchers/withdraw-vouchers.ts';
import { recordPublication } from '../../rifas/management/record-publication.ts';
import { type LogKey, makeKey, openLogKey } from '../../transparency/log-key.ts';
import { recordEntry } from '../../transparency/record-entry.ts';
import { recordKey } from '../../transparency/sign-tree.ts';
import { updateLog } from '../../transparency/start-log.ts';
import { startTestAuthority } from '../../transparency/timestamps/authority.testing.ts';
import { stampCheckpoint } from '../../transparency/timestamps/stamp-checkpoint.job.ts';
import { askWitnesses } from '../../transparency/witnesses/ask-witness.ts';
import { readTrustPolicy } from '../../transparency/witnesses/trust-policy.ts';
import { drawRifa } from '../draw-rifa.ts';
import { applyBeaconRounds } from '../instant/apply-beacon-rounds.job.ts';
import { writeInstantPrizes } from '../instant/edit-instant-prizes.ts';
import { hideInstantPrizes } from '../instant/hide-instant-prizes.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction, PRIZES } from '../draws.testing.ts';
import { createDrawFiles } from './draw-files.routes.ts';
import { readOrderReceipt } from './read-receipt.ts';

const WITNESS = createSigner('testemunha.example/um', ED25519_COSIGNATURE, new Uint8Array(32).fill(77));

let bed: DrawsTestbed;
let folder: string;
let key: LogKey;
let witness: { server: Server; notes: Map<string, string>; isDown: boolean };
let authority: Awaited<ReturnType<typeof startTestAuthority>>;
let platform: DrawsTestbed['platform'];

// A fresh shop for each test: a draw takes the clock past every sale.
beforeEach(async () => {
  bed = await createDrawsTestbed();
  folder = mkdtempSync(join(tmpdir(), 'mare-threats-'));
  makeKey(join(folder, 'log-key'), 'loja.example/log', bed.platform.random);
  const config = { ...bed.platform.config, logKeyFile: join(folder, 'log-key') };
  key = openLogKey(config, bed.platform.random)!;
  witness = await startWitness();
  const { port } = witness.server.address() as AddressInfo;
  const logWitnesses = `witness um ${formatVerifierKey(WITNESS.key)} http://127.0.0.1:${port}\nquorum um\n`;
  authority = await startTestAuthority(bed.clock);
  const stamped = { timestampUrls: [authority.url], timestampCertificates: authority.root };
  platform = { ...bed.platform, config: { ...config, logWitnesses, ...stamped } };
});
afterEach(async () => {
  await new Promise((done) => witness.server.close(done));
  await authority.close();
  await bed.close();
  rmSync(folder, { recursive: true });
});
/** An independent witness over HTTP, by the clock of the test. */
async function startWitness() {
  const notes = new Map<string, string>();
  const state = { notes, isDown: false };
  const store = {
    read: (origin: string) => notes.get(origin) ?? null,
    write: (origin: string, note: string) => void notes.set(origin, note),
  };
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const part of request) body += String(part);
      if (state.isDown) return response.writeHead(503).end();
      const time = Math.floor(bed.clock.now().getTime() / 1_000);
      const answer = addCheckpoint(body, { signer: WITNESS, logs: [key.signer.key], store }, time);
      response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(state, { server });
}

async function updateAndAsk(): Promise<number> {
  await recordKey(platform, key);
  await updateLog(platform, key);
  return askWitnesses(platform);
}

/** A buyer with three cotas and a receipt; then the rifa is sold, frozen and sealed. */
/** @param beforeFreeze what the owner of the database does after the first sale */
async function makeSealedRifa(
  beforeFreeze?: (rifaId: string) => Promise<void>,
  beforePublishing?: (rifaId: string) => Promise<void>,
) {
  const rifaId = await bed.rifa(100, { prizes: 1 });
  await beforePublishing?.(rifaId);
  await bed.db.transaction().execute((trx) => recordPublication(trx, bed.platform, rifaId));
  const own = await bed.sell(rifaId, [3, 5, 8]);
  await updateAndAsk();
  const receipt = await receiptOf(own);
  for (let number = 10; number <= 100; number += 10) await bed.sell(rifaId, [number]);
  await beforeFreeze?.(rifaId);
  const extraction = freshExtraction();
  await bed.freeze(rifaId);
  await bed.seal(rifaId, extraction);
  await updateAndAsk();
  return { rifaId, own, receipt, extraction };
}

async function finishDraw(rifaId: string, extraction: number): Promise<void> {
  await bed.waitForLottery();
  await bed.confirmOfficially(PRIZES, extraction);
  await drawRifa(platform, rifaId, withdrawVouchers);
  await updateAndAsk();
}

async function receiptOf({ externalReference, userId }: { externalReference: string; userId: string }) {
  const receipt = await readOrderReceipt(platform, { reference: externalReference, userId, part: 1 });
  if (receipt?.state !== 'ready') throw new Error(receipt?.state);
  return receipt;
}

const file = async function* (text: string | Buffer) {
  yield new Uint8Array(Buffer.from(text));
};

/** What the buyer downloads and verifies at home. */
async function verify(
  rifaId: string,
  receipt: { file: string; treeSize: number },
  policy: string | null = null,
  roots: string | null = null,
  now = new Date(),
) {
  const response = await createDrawFiles(platform).request(
    `/sorteios/${rifaId}/prova.txt?desde=${receipt.treeSize}`,
  );
  const proof = Buffer.from(await response.arrayBuffer());
  const read = await Promise.all([
    readGivenFile(file(proof)),
    readGivenFile(file(receipt.file)),
    ...(policy === null ? [] : [readGivenFile(file(policy))]),
    ...(roots === null ? [] : [readGivenFile(file(roots))]),
  ]);
  const { verdict, findings } = await verifyFiles({ ...combineFiles(read), now });
  return {
    verdict,
    faults: findings.flatMap(({ item, state, reason }) =>
      state === 'holds' ? [] : [`${item} ${state}: ${reason}`],
    ),
  };
}

const recordCount = (rifaId: string) =>
  recordEntry(bed.db, {
    kind: 'count',
    at: bed.clock.now().toISOString(),
    rifaId,
    soldNumbers: 13,
    soldManually: 0,
  });

/** As the owner of the database, who can disable every trigger. */
async function asOwner(...statements: ReturnType<typeof sql>[]): Promise<void> {
  await bed.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const statement of statements) await statement.execute(trx);
  });
}

test('holds for an honest draw, witnessed before the extraction', async () => {
  const { rifaId, receipt, extraction } = await makeSealedRifa();
  await finishDraw(rifaId, extraction);
  expect(await verify(rifaId, receipt, await readTrustPolicy(platform))).toEqual({
    verdict: 'partial',
    faults: ['timestamps open: NO_TIMESTAMPS'],
  });
  // The receipt itself pins the keys.
  expect((await verify(rifaId, receipt)).faults).toEqual(['timestamps open: NO_TIMESTAMPS']);
});

test('gives no evidence that is older than the draw', async () => {
  const { rifaId, receipt, extraction } = await makeSealedRifa();
  const statusOfEvidence = async () =>
    (await createDrawFiles(platform).request(`/sorteios/${rifaId}/registro.json`)).status;
  expect(await statusOfEvidence()).toBe(200);
  await bed.waitForLottery();
  await bed.confirmOfficially(PRIZES, extraction);
  await drawRifa(platform, rifaId, withdrawVouchers);
  // A verifier would say that the log contradicts the draw.
  expect(await statusOfEvidence()).toBe(404);
  expect(await verify(rifaId, receipt)).toEqual({
    verdict: 'partial',
    faults: ['log open: LOG_NOT_YET'],
  });
  const anHourLater = new Date(Date.now() + 3_700_000);
  expect((await verify(rifaId, receipt, null, null, anHourLater)).faults).toContain(
    'log fails: LOG_UNSIGNED_LONG',
  );
  await updateAndAsk();
  expect(await statusOfEvidence()).toBe(200);
  expect((await verify(rifaId, receipt)).faults).toEqual(['timestamps open: NO_TIMESTAMPS']);
});

describe('time stamps', () => {
  test('of before the extraction make a draw honest, with witnesses and official bytes', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa();
    expect(await stampCheckpoint(platform)).toBe(true);
    await finishDraw(rifaId, extraction);
    expect(await verify(rifaId, receipt, await readTrustPolicy(platform), authority.root)).toEqual({
      verdict: 'honest',
      faults: [],
    });
    // The public authorities are known by themselves, this one is not.
    expect(await verify(rifaId, receipt)).toEqual({
      verdict: 'partial',
      faults: ['timestamps open: AUTHORITY_OF_SHOP'],
    });
  });

  test('of after the extraction do not', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa();
    await finishDraw(rifaId, extraction);
    bed.clock.advance(86_400);
    expect(await stampCheckpoint(platform)).toBe(true);
    expect(await verify(rifaId, receipt, null, authority.root)).toEqual({
      verdict: 'partial',
      faults: ['timestamps open: STAMPED_LATE'],
    });
  });

  test('that are forged, or of another checkpoint, are caught', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa();
    await stampCheckpoint(platform);
    const { token } = await bed.db.selectFrom('logTimestamps').select('token').executeTakeFirstOrThrow();
    await finishDraw(rifaId, extraction);
    bed.clock.advance(7_200);
    await stampCheckpoint(platform);
    await asOwner(
      sql`update log_timestamps set token = ${token} where size = (select max(size) from log_timestamps)`,
    );
    expect((await verify(rifaId, receipt, null, authority.root)).faults).toEqual([
      'timestamps fails: TIMESTAMP_OF_ANOTHER',
    ]);
    const forged = Buffer.from(token);
    forged[forged.length - 1]! ^= 1;
    await asOwner(sql`update log_timestamps set token = ${forged}`);
    expect((await verify(rifaId, receipt, null, authority.root)).faults).toEqual([
      'timestamps fails: TIMESTAMP_WRONG',
    ]);
  });
});

describe('witnesses', () => {
  test('cosign every checkpoint once, and /log/checkpoint serves their lines', async () => {
    await bed.sell(await bed.rifa(10), [1]);
    expect(await updateAndAsk()).toBe(1);
    expect(await updateAndAsk()).toBe(0);
    const stored = await bed.db
      .selectFrom('logCosignatures')
      .selectAll()
      .orderBy('size', 'desc')
      .executeTakeFirst();
    expect(stored).toMatchObject({ witness: `testemunha.example/um+${WITNESS.key.id}` });
  });

  test('are asked again after an outage, from the size that they name', async () => {
    const rifaId = await bed.rifa(10);
    await bed.sell(rifaId, [1]);
    witness.isDown = true;
    expect(await updateAndAsk()).toBe(0);
    const faults = () => bed.db.selectFrom('logWitnesses').select('fault').execute();
    expect(await faults()).toEqual([{ fault: 'UNREACHABLE' }]);
    witness.isDown = false;
    // The shop forgets what the witness knows.
    await bed.db.updateTable('logWitnesses').set({ lastSize: 0 }).execute();
    bed.clock.advance(60);
    await bed.sell(rifaId, [2]);
    expect(await updateAndAsk()).toBe(1);
    expect(await faults()).toEqual([{ fault: null }]);
  });
});

describe('caught by the offline verifier', () => {
  test('a list, seal and winner rewritten after the result', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa();
    await finishDraw(rifaId, extraction);
    const before = (await verify(rifaId, receipt)).verdict;
    await asOwner(
      sql`update draw_seals set text = replace(text, 'nao-vendido lot', 'nao-vendido next_extraction') where rifa_id = ${rifaId}`,
      sql`update draw_seals set hash = encode(sha256(convert_to(text, 'UTF8')), 'hex') where rifa_id = ${rifaId}`,
    );
    const after = await verify(rifaId, receipt);
    expect([before, after.verdict]).toEqual(['partial', 'failed']);
    expect(after.faults).toContain('entries fails: SEAL_DIFFERS');
  });

  test('an entry of the log changed', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa();
    await finishDraw(rifaId, extraction);
    await asOwner(
      sql`update log_entries set body = convert_to(replace(convert_from(body, 'UTF8'), 'cotas 1:', 'cotas 2:'), 'UTF8')
        where subject_id = ${rifaId} and kind = 'winners'`,
    );
    expect((await verify(rifaId, receipt)).faults).toContain('log fails: ENTRY_NOT_INCLUDED');
  });

  test('the entries of the draw removed', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa();
    await finishDraw(rifaId, extraction);
    await asOwner(
      sql`update log_entries set subject_id = null where subject_id = ${rifaId} and kind = 'sealed'`,
    );
    expect((await verify(rifaId, receipt)).faults).toContain('entries fails: SEAL_NOT_LOGGED');
  });

  test('a list and seal made again after the extraction, logged late', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa();
    await finishDraw(rifaId, extraction);
    bed.clock.advance(86_400);
    // The thief hides the first freeze and seal, and has the shop log others, which agree with the published ones.
    const copies = await bed.db
      .selectFrom('logEntries')
      .select(['kind', 'body'])
      .where('subjectId', '=', rifaId)
      .where('kind', 'in', ['count', 'frozen', 'sealed', 'winners'])
      .orderBy('leafIndex')
      .execute();
    await asOwner(sql`update log_entries set subject_id = null where subject_id = ${rifaId}`);
    await bed.db
      .insertInto('logQueue')
      .values(copies.map((copy) => ({ ...copy, subjectId: rifaId })))
      .execute();
    await updateAndAsk();
    const { verdict, faults } = await verify(rifaId, receipt);
    expect(verdict).toBe('partial');
    expect(faults).toContain('sealed_before open: NOT_SEEN_IN_TIME');
  });

  test('terms changed between the publication and the seal', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa(async (id) => {
      await asOwner(sql`update rifas set cota_wins_once = not cota_wins_once where id = ${id}`);
    });
    await finishDraw(rifaId, extraction);
    expect((await verify(rifaId, receipt)).faults).toContain('entries fails: PUBLICATION_DIFFERS');
  });

  test('sales by hand that the list no longer marks', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa(async (id) => {
      const at = bed.clock.now().toISOString();
      await recordEntry(bed.db, { kind: 'count', at, rifaId: id, soldNumbers: 13, soldManually: 2 });
    });
    // The last count agrees with the list. It is hidden, so that the one before it is the last.
    await asOwner(
      sql`update log_entries set subject_id = null where leaf_index = (
        select max(leaf_index) from log_entries where kind = 'count' and subject_id = ${rifaId})`,
    );
    await finishDraw(rifaId, extraction);
    expect((await verify(rifaId, receipt)).faults).toContain('entries fails: MANUAL_DIFFERS');
  });

  test('a cancelled rifa drawn all the same', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa();
    const at = bed.clock.now().toISOString();
    await recordEntry(bed.db, { kind: 'cancelled', at, rifaId, reason: 'Sem prêmio' });
    await finishDraw(rifaId, extraction);
    expect((await verify(rifaId, receipt)).faults).toContain('entries fails: CANCELLED');
  });

  test('a prize moved to another number after the draw', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa();
    await finishDraw(rifaId, extraction);
    await asOwner(
      sql`update draws set outcome = jsonb_set(outcome, '{winners,0,number}',
            case outcome #>> '{winners,0,number}' when '10' then '9' else '10' end::jsonb)
          where rifa_id = ${rifaId}`,
    );
    const { verdict, faults } = await verify(rifaId, receipt);
    expect(verdict).toBe('failed');
    expect(faults).toEqual(expect.arrayContaining(['entries fails: WINNERS_DIFFER']));
  });

  test('another result of the lottery', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa();
    await finishDraw(rifaId, extraction);
    await asOwner(
      sql`update lottery_results set prizes[1] = '00001', raw_body = replace(raw_body, ${PRIZES[0]}, '00001'),
        raw_hash = encode(sha256(convert_to(replace(raw_body, ${PRIZES[0]}, '00001'), 'UTF8')), 'hex')
        where extraction = ${extraction}`,
    );
    expect((await verify(rifaId, receipt)).faults).toContain('entries fails: RESULT_DIFFERS');
  });

  test('a log written again under the same key: its witness refuses, and the old receipt contradicts it', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa();
    await finishDraw(rifaId, extraction);
    const { note } = await bed.db
      .selectFrom('logCheckpoints')
      .select('note')
      .orderBy('size', 'desc')
      .executeTakeFirstOrThrow();
    expect(note).toContain('loja.example/log');
    // The thief of database and key changes the first leaf's hash and signs again.
    await asOwner(
      sql`update log_tiles set hashes = overlay(hashes placing decode(repeat('ab', 32), 'hex') from 1) where level = 0 and tile_index = 0`,
    );
    const { faults } = await verify(rifaId, receipt);
    expect(faults).toContainEqual(
      expect.stringMatching(/^log fails: (?:ENTRY_NOT_INCLUDED|HISTORY_REWRITTEN)$/),
    );
    await asOwner(sql`update log_tiles set hashes = overlay(hashes placing (
        select sha256('\\x00'::bytea || body) from log_entries where leaf_index = 0) from 1) where level = 0 and tile_index = 0`);
    expect((await verify(rifaId, receipt)).verdict).toBe('partial');
  });

  test('a log under a new key', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa();
    await finishDraw(rifaId, extraction);
    const other = join(folder, 'other-key');
    makeKey(other, 'loja.example/log', bed.platform.random);
    const thief = openLogKey({ ...platform.config, logKeyFile: other }, bed.platform.random)!;
    await asOwner(sql`delete from log_checkpoints where size = (select max(size) from log_checkpoints)`);
    await recordCount(rifaId);
    await updateLog(platform, thief);
    expect(await askWitnesses(platform)).toBe(0);
    expect(await bed.db.selectFrom('logWitnesses').select('fault').execute()).toEqual([
      { fault: 'REJECTED' },
    ]);
    bed.clock.advance(600);
    const { faults } = await verify(rifaId, receipt, null);
    expect(faults).toContain('log fails: LOG_SIGNATURE');
  });
});

describe('cotas premiadas', () => {
  /** By the beacon of the demonstration: no test asks the public one. */
  const hide = (rifaId: string) =>
    bed.db.transaction().execute(async (trx) => {
      await sql`update rifas set published_at = null where id = ${rifaId}`.execute(trx);
      await writeInstantPrizes(trx, rifaId, [{ name: 'Fone', valueCentavos: null, count: 3 }]);
      await hideInstantPrizes(trx, { ...bed.platform, config: { demo: true } }, rifaId);
    });
  const place = async () => {
    bed.clock.advance(120);
    await applyBeaconRounds(platform);
  };

  test('of a seed and a later round agree, and the beacon of the demonstration is called what it is', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa(place, hide);
    await stampCheckpoint(platform);
    await finishDraw(rifaId, extraction);
    expect(await verify(rifaId, receipt, null, authority.root)).toEqual({
      verdict: 'partial',
      faults: ['instant open: BEACON_OF_SHOP'],
    });
  });

  test('under another seed, chosen after the round, are caught', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa(async (id) => {
      await place();
      await asOwner(sql`update instant_prize_seeds set seed = sha256('suits me') where rifa_id = ${id}`);
    }, hide);
    await finishDraw(rifaId, extraction);
    expect((await verify(rifaId, receipt)).faults).toContain('instant fails: INSTANT_DIFFERS');
  });

  test('under another round than the named one are caught', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa(async (id) => {
      await asOwner(
        sql`update instant_prize_seeds set beacon_round = beacon_round - 9 where rifa_id = ${id}`,
      );
      await place();
    }, hide);
    await finishDraw(rifaId, extraction);
    expect((await verify(rifaId, receipt)).faults).toContain('instant fails: INSTANT_DIFFERS');
  });

  test('another order of the numbers than the committed one is caught', async () => {
    const { rifaId, receipt, extraction } = await makeSealedRifa();
    await asOwner(
      sql`update rifa_secrets set number_key = decode(repeat('ab', 16), 'hex') where rifa_id = ${rifaId}`,
    );
    await finishDraw(rifaId, extraction);
    expect((await verify(rifaId, receipt)).faults).toContain('entries fails: ORDER_DIFFERS');
  });
});
