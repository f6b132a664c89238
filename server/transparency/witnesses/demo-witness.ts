/**
 * The witness of the demonstration, in the shop's own process. It shows how witnesses work and proves nothing, because
 * the shop itself runs it, as its name states.
 */
import { join } from 'node:path';
import { Hono } from 'hono';
import {
  ED25519_COSIGNATURE,
  formatVerifierKey,
  type NoteSigner,
  parseSignerKey,
  parseVerifierKey,
} from '@mare/domain/transparency/log/signed-note.ts';
import {
  addCheckpoint,
  MAX_REQUEST_BYTES,
  type WitnessStore,
} from '@mare/domain/transparency/witness/witness.ts';
import type { Config } from '../../platform/config/config.ts';
import type { HttpEnv } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { readIfExists, writeDurably } from '../../platform/durable-file.ts';
import { makeKey } from '../keys/log-key.ts';
import { limitBody } from '../../platform/http/request/limit-body.ts';

const PATH = '/testemunha-da-demonstracao';

/** @returns null outside the demonstration, and before its witness has a key */
export function readDemoWitness(
  config: Pick<Config, 'demo' | 'dataDir' | 'publicUrl'>,
): { signer: NoteSigner; policy: string } | null {
  const text = config.demo ? readIfExists(keyFile(config)) : null;
  const signer = text === null ? null : parseSignerKey(text.trim());
  if (!signer) return null;
  const line = `witness demonstracao ${formatVerifierKey(signer.key)} ${config.publicUrl}${PATH}`;
  return { signer, policy: `${line}\nquorum demonstracao\n` };
}

/** Empty outside the demonstration. */
export function createDemoWitnessRoutes({
  config,
  db,
  clock,
  random,
}: Pick<Platform, 'config' | 'db' | 'clock' | 'random'>): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  if (!config.demo) return app;
  const name = `${new URL(config.publicUrl).host}/testemunha-da-propria-loja`;
  makeKey(keyFile(config), name, random, ED25519_COSIGNATURE);
  const state = join(config.dataDir, 'witness-last');
  const store: WitnessStore = {
    read: () => readIfExists(state),
    write: (_origin, note) => writeDurably(state, note),
  };
  app.post(`${PATH}/add-checkpoint`, limitBody({ maxSize: MAX_REQUEST_BYTES }), async (c) => {
    const witness = readDemoWitness(config);
    const { verifierKey } = await db.selectFrom('logTree').select('verifierKey').executeTakeFirstOrThrow();
    const log = parseVerifierKey(verifierKey ?? '');
    if (!witness || !log) return c.notFound();
    const body = await c.req.text();
    const time = Math.floor(clock.now().getTime() / 1_000);
    const response = addCheckpoint(body, { signer: witness.signer, logs: [log], store }, time);
    return c.body(response.body, response.status as 200, { 'content-type': response.type });
  });
  return app;
}

function keyFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'witness-key');
}
