/** The public log as static resources (c2sp.org/tlog-tiles), below `/log`. */
import { Hono } from 'hono';
import {
  joinEntries,
  parseTilePath,
  type TileName,
  widthInTree,
} from '@mare/domain/transparency/log/tiles.ts';
import { defineCache } from '../platform/caching/caches.ts';
import type { HttpEnv } from '../platform/http/http.ts';
import type { Platform } from '../platform/platform.ts';
import { createTimedCache } from '../platform/caching/timed-cache.ts';
import { readKeyChanges } from './keys/read-key-changes.ts';
import { provePrograms } from './entries/log-programs.ts';
import { readEntries, readTile } from './tree/log.queries.ts';
import { readAnchor } from './timestamps/read-anchor.ts';
import { readNamedAuthorities } from './timestamps/trusted-authorities.ts';
import { findServedCheckpoint } from './witnesses/find-checkpoint.ts';
import { readTrustPolicy } from './witnesses/trust-policy.ts';

const CHECKPOINT_MS = 1_000;
const FULL_TILE = 256;
// Anyone may verify from another site.
const PUBLIC = { 'access-control-allow-origin': '*' };
const IMMUTABLE = { ...PUBLIC, 'cache-control': 'public, max-age=31536000, immutable' };

const checkpoints = defineCache(() =>
  createTimedCache<Awaited<ReturnType<typeof findServedCheckpoint>>>(CHECKPOINT_MS),
);

type Deps = Pick<Platform, 'db' | 'clock' | 'caches'>;

/** The signed tree that is served; undefined before the first. */
export function readSignedTree(platform: Deps) {
  const now = platform.clock.now();
  return checkpoints(platform).get('', now, () => findServedCheckpoint(platform.db, now));
}

export function createLogRoutes(platform: Deps & Pick<Platform, 'config'>): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();

  app.get('/log/checkpoint', async (c) => {
    const signed = await readSignedTree(platform);
    if (!signed) return c.notFound();
    return c.body(signed.note, 200, {
      ...PUBLIC,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=1',
    });
  });

  app.get('/log/policy', async (c) => {
    const signed = await readSignedTree(platform);
    const policy = await readTrustPolicy(platform, signed?.size ?? null);
    if (policy === null) return c.notFound();
    return c.body(policy, 200, {
      ...PUBLIC,
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="politica.txt"',
      'cache-control': 'public, max-age=60',
    });
  });

  // Replacements of keys, as signed notes: for witnesses, which do not read entries.
  app.get('/log/trocas.txt', async (c) => {
    const signed = await readSignedTree(platform);
    const changes = signed ? await readKeyChanges(platform.db, signed.size) : [];
    if (changes.length === 0) return c.notFound();
    return c.text(changes.join(''), 200, { ...PUBLIC, 'cache-control': 'public, max-age=60' });
  });

  // Roots of time-stamping authorities that are not built into verifiers.
  app.get('/log/authorities', (c) => {
    const authorities = readNamedAuthorities(platform);
    if (authorities === null) return c.notFound();
    return c.body(authorities, 200, {
      ...PUBLIC,
      'content-type': 'application/x-pem-file',
      'content-disposition': 'attachment; filename="autoridades.pem"',
      'cache-control': 'public, max-age=60',
    });
  });

  // SHA-256 of /verificar/SHA256SUMS, signed with the log.
  app.get('/log/programs.tlog-proof', async (c) => {
    const proof = await provePrograms(platform);
    if (proof === null) return c.notFound();
    return c.text(proof, 200, { ...PUBLIC, 'cache-control': 'public, max-age=60' });
  });

  // A checkpoint's text as it was stamped, and its OpenTimestamps proof: `ots verify 120.txt.ots`.
  app.get('/log/anchors/:file', async (c) => {
    const [, size, isProof] = /^([1-9]\d{0,15})\.txt(\.ots)?$/.exec(c.req.param('file')) ?? [];
    const anchor = size && (await readAnchor(platform.db, Number(size)));
    if (!anchor) return c.notFound();
    if (!isProof) return c.text(anchor.text, 200, IMMUTABLE);
    return c.body(new Uint8Array(anchor.proof), 200, {
      ...PUBLIC,
      'content-type': 'application/octet-stream',
      'cache-control': 'public, max-age=60',
    });
  });

  app.get('/log/tile/*', async (c) => {
    // The path as sent: a percent-encoded one is not canonical.
    const name = parseTilePath(new URL(c.req.url).pathname.slice('/log/'.length));
    const body = name && (await readSigned(platform, name));
    if (!body) return c.notFound();
    return c.body(new Uint8Array(body), 200, { ...IMMUTABLE, 'content-type': 'application/octet-stream' });
  });

  return app;
}

/** Null beyond the signed tree. A caller may request a narrower partial tile than the stored one. */
async function readSigned(platform: Deps, { level, index, width }: TileName): Promise<Uint8Array | null> {
  const signed = await readSignedTree(platform);
  if (!signed || width > widthInTree(level, index, signed.size)) return null;
  if (level !== 'entries') return readTile(platform.db, { level, index, width });
  const entries = await readEntries(platform.db, index, Math.min(width, FULL_TILE));
  return entries.length === width ? joinEntries(entries) : null;
}
