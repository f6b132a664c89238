/**
 * The time-stamping authority of the demonstration, in the shop's own process. It shows how time stamps work and proves
 * nothing, because the shop itself runs it, as its name states.
 */
import { join } from 'node:path';
import { Hono } from 'hono';
import { z } from 'zod';
import {
  respondToTimestampRequest,
  type Authority,
  makeAuthority,
} from '@mare/domain/transparency/timestamps/authority.ts';
import { ECDSA } from '@mare/domain/transparency/timestamps/make-certificate.ts';
import { REPLY_TYPE } from '@mare/domain/transparency/timestamps/timestamp-request.ts';
import type { Config } from '../../platform/config/config.ts';
import { DEMO_AUTHORITY_PATH } from '../../platform/config/transparency-settings.ts';
import type { HttpEnv } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { createDurably, readIfExists } from '../../platform/durable-file.ts';
import { limitBody } from '../../platform/http/request/limit-body.ts';

const MAX_REQUEST_BYTES = 1_000;
const SERIAL_BYTES = 16;
const DAY_MS = 86_400_000;
const VALID_DAYS = 7_300;

/** Private key in PKCS#8, base64; certificates in PEM. */
const storedAuthority = z.object({ key: z.string(), signer: z.string(), root: z.string() });

type Deps = Pick<Platform, 'config' | 'clock' | 'random'>;

/** PEM; null outside the demonstration, and before its authority has a key. */
export function readDemoRoot(config: Pick<Config, 'demo' | 'dataDir'>): string | null {
  return config.demo ? (readStored(config)?.root ?? null) : null;
}

/** Empty outside the demonstration. */
export function createDemoAuthorityRoutes(platform: Deps): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  const { config, clock, random } = platform;
  if (!config.demo) return app;
  app.post(DEMO_AUTHORITY_PATH, limitBody({ maxSize: MAX_REQUEST_BYTES }), async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer());
    const serial = random.bytes(SERIAL_BYTES);
    // A positive integer.
    serial[0] = 1;
    const reply = await respondToTimestampRequest(body, await openDemoAuthority(platform), {
      time: clock.now(),
      serial,
    });
    if (!reply) return c.body(null, 400);
    return c.body(new Uint8Array(reply), 200, { 'content-type': REPLY_TYPE });
  });
  return app;
}

/** Makes keys and certificates the first time. Processes that start together share one file. */
export async function openDemoAuthority({ config, clock }: Omit<Deps, 'random'>): Promise<Authority> {
  if (!readStored(config)) await makeStored(config, clock.now());
  const { key, signer, root } = readStored(config)!;
  const pkcs8 = new Uint8Array(Buffer.from(key, 'base64'));
  return { key: await crypto.subtle.importKey('pkcs8', pkcs8, ECDSA, false, ['sign']), signer, root };
}

async function makeStored(config: Pick<Config, 'dataDir' | 'publicUrl'>, now: Date): Promise<void> {
  const name = `Carimbo da demonstração, da própria loja (${new URL(config.publicUrl).host})`;
  const { key, signer, root } = await makeAuthority(name, {
    notBefore: new Date(now.getTime() - DAY_MS),
    notAfter: new Date(now.getTime() + VALID_DAYS * DAY_MS),
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', key));
  createDurably(fileOf(config), JSON.stringify({ key: pkcs8.toString('base64'), signer, root }));
}

function readStored(config: Pick<Config, 'dataDir'>): z.infer<typeof storedAuthority> | null {
  const text = readIfExists(fileOf(config));
  return text === null ? null : storedAuthority.parse(JSON.parse(text));
}

function fileOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'timestamp-authority.json');
}
