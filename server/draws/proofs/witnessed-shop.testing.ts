/** A shop with a signed log, an independent witness and a time-stamping authority, whose draws a buyer verifies from files. */
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import {
  createSigner,
  ED25519_COSIGNATURE,
  formatVerifierKey,
} from '@mare/domain/transparency/log/signed-note.ts';
import { combineFiles, readGivenFile } from '@mare/domain/transparency/verify/files/read-files.ts';
import { verifyFiles } from '@mare/domain/transparency/verify/files/verify-files.ts';
import { readCopiedLog } from '@mare/domain/transparency/verify/whole-log/read-copied-log.ts';
import type { MirrorStore } from '@mare/domain/transparency/witness/mirror.ts';
import { addCheckpoint } from '@mare/domain/transparency/witness/witness.ts';
import { withdrawVouchers } from '../../partners/vouchers/withdraw-vouchers.ts';
import { recordPublication } from '../../rifas/publishing/record-publication.ts';
import { copyLog } from '../../transparency/copied-log.testing.ts';
import { type LogKey, makeKey, openLogKey } from '../../transparency/keys/log-key.ts';
import { recordEntry } from '../../transparency/entries/record-entry.ts';
import { recordKey } from '../../transparency/tree/sign-tree.ts';
import { updateLog } from '../../transparency/tree/start-log.ts';
import { startTestAuthority } from '../../transparency/timestamps/authority.testing.ts';
import { requestCosignatures } from '../../transparency/witnesses/request-cosignatures.ts';
import { drawRifa } from '../draw-rifa.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction, PRIZES } from '../draws.testing.ts';
import { createDrawFiles } from './draw-files.routes.ts';
import { readOrderReceipt } from './receipts/read-receipt.ts';

const WITNESS = createSigner('testemunha.example/um', ED25519_COSIGNATURE, new Uint8Array(32).fill(77));

export type WitnessedShop = Awaited<ReturnType<typeof createWitnessedShop>>;

export async function createWitnessedShop() {
  const bed = await createDrawsTestbed();
  const folder = mkdtempSync(join(tmpdir(), 'mare-threats-'));
  makeKey(join(folder, 'log-key'), 'loja.example/log', bed.platform.random);
  const config = { ...bed.platform.config, logKeyFile: join(folder, 'log-key') };
  const key = openLogKey(config, bed.platform.random)!;
  const witness = await startWitness(bed, key);
  const logWitnesses = `witness um ${formatVerifierKey(WITNESS.key)} ${witness.url}\nquorum um\n`;
  const authority = await startTestAuthority(bed.clock);
  const timestampSettings = { timestampUrls: [authority.url], timestampCertificates: authority.root };
  const platform = { ...bed.platform, config: { ...config, logWitnesses, ...timestampSettings } };

  /** @returns how many witnesses signed */
  async function updateAndCosignLog(): Promise<number> {
    await recordKey(platform, key);
    await updateLog(platform, key);
    return requestCosignatures(platform);
  }

  async function readReceipt({ externalReference, userId }: { externalReference: string; userId: string }) {
    const receipt = await readOrderReceipt(platform, { reference: externalReference, userId, part: 1 });
    if (receipt?.state !== 'ready') throw new Error(receipt?.state);
    return receipt;
  }

  async function makeOpenRifa(beforePublishing?: (rifaId: string) => Promise<void>) {
    const rifaId = await bed.rifa(100, { prizes: 1 });
    await beforePublishing?.(rifaId);
    await bed.db.transaction().execute((trx) => recordPublication(trx, bed.platform, rifaId));
    const order = await bed.sell(rifaId, [3, 5, 8]);
    await updateAndCosignLog();
    return { rifaId, order, receipt: await readReceipt(order) };
  }

  return {
    bed,
    folder,
    witness,
    authority,
    platform,
    updateAndCosignLog,

    /** A published rifa, and a buyer with three cotas and a receipt. */
    makeOpenRifa,

    /**
     * A buyer with three cotas and a receipt; then the rifa is sold, frozen and sealed.
     * @param beforeFreeze what the owner of the database does after the first sale
     */
    async makeSealedRifa(
      beforeFreeze?: (rifaId: string) => Promise<void>,
      beforePublishing?: (rifaId: string) => Promise<void>,
    ) {
      const { rifaId, order, receipt } = await makeOpenRifa(beforePublishing);
      for (let number = 10; number <= 100; number += 10) await bed.sell(rifaId, [number]);
      await beforeFreeze?.(rifaId);
      const extraction = freshExtraction();
      await bed.freeze(rifaId);
      await bed.seal(rifaId, extraction);
      await updateAndCosignLog();
      return { rifaId, order, receipt, extraction };
    },

    async finishDraw(rifaId: string, extraction: number, drawnOn?: string): Promise<void> {
      await bed.waitForLottery();
      await bed.confirmOfficially(PRIZES, extraction, drawnOn);
      await drawRifa(platform, rifaId, withdrawVouchers);
      await updateAndCosignLog();
    },

    /** Downloads the draw's files as a buyer, and verifies them offline. */
    async verify(
      rifaId: string,
      receipt: { file: string; treeSize: number },
      policy: string | null = null,
      roots: string | null = null,
      now = new Date(),
      mirror: MirrorStore | null = null,
    ) {
      const response = await createDrawFiles(platform).request(
        `/sorteios/${rifaId}/prova.txt?desde=${receipt.treeSize}`,
      );
      const proof = Buffer.from(await response.arrayBuffer());
      const files = await Promise.all([
        readGivenFile(chunksOf(proof)),
        readGivenFile(chunksOf(receipt.file)),
        ...(policy === null ? [] : [readGivenFile(chunksOf(policy))]),
        ...(roots === null ? [] : [readGivenFile(chunksOf(roots))]),
      ]);
      const given = combineFiles(files);
      const copiedLog = (mirror && (await readCopiedLog(mirror, given.record))) ?? undefined;
      const { verdict, findings } = await verifyFiles({ ...given, now, copiedLog });
      return {
        verdict,
        faults: findings.flatMap(({ item, state, reason }) =>
          state === 'holds' ? [] : [`${item} ${state}: ${reason}`],
        ),
      };
    },

    recordCount: (rifaId: string) =>
      recordEntry(bed.db, {
        kind: 'count',
        at: bed.clock.now().toISOString(),
        rifaId,
        soldNumbers: 13,
        soldManually: 0,
      }),

    /** The whole log, as a mirror has copied it until now. */
    mirror: () => copyLog(platform, key.signer.key),

    /** Runs as the owner of the database, who can disable every trigger. */
    async asOwner(...statements: ReturnType<typeof sql>[]): Promise<void> {
      await bed.db.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        for (const statement of statements) await statement.execute(trx);
      });
    },

    async close(): Promise<void> {
      await witness.close();
      await authority.close();
      await bed.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** An independent witness over HTTP, with the test's clock. */
async function startWitness(bed: DrawsTestbed, key: LogKey) {
  const notes = new Map<string, string>();
  const state = { key: WITNESS.key, notes, isDown: false };
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
      const result = addCheckpoint(body, { signer: WITNESS, logs: [key.signer.key], store }, time);
      response.writeHead(result.status, { 'content-type': result.type }).end(result.body);
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((done) => server.close(done)),
  });
}

const chunksOf = async function* (text: string | Buffer) {
  yield new Uint8Array(Buffer.from(text));
};
