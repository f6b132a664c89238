/** Files for verifying a draw: the list, the list with the draw's record, the log's evidence, and the seal with its timestamp. */
import { Readable } from 'node:stream';
import { Hono, type Context } from 'hono';
import type { HttpEnv } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { parseDecimal } from '@mare/domain/transparency/log/checkpoint.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import { readListText } from '../list/read-list.ts';
import { readDrawAudit } from './read-draw-audit.ts';
import { readDrawEvidence } from './read-draw-evidence.ts';

export function createDrawFiles(platform: Pick<Platform, 'db' | 'clock' | 'config'>): Hono<HttpEnv> {
  const { db, clock } = platform;
  const app = new Hono<HttpEnv>();

  app.get('/sorteios/:rifaId/lista.txt', async (c) => {
    const audit = await auditOf(c);
    if (!audit?.list) return c.notFound();
    const etag = `"${audit.list.hash}"`;
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, { etag });
    // Immutable once frozen.
    return send(c, readListText(db, audit.rifa.id), `lista-${audit.rifa.id}.txt`, {
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  app.get('/sorteios/:rifaId/prova.txt', async (c) => {
    const audit = await auditOf(c);
    if (!audit?.list || !audit.record) return c.notFound();
    const { id } = audit.rifa;
    const log = await readDrawEvidence(platform, audit, readHeldSizes(c));
    const firstLine = Buffer.from(`${JSON.stringify({ ...audit.record, ...(log && { log }) })}\n`);
    const parts = (async function* () {
      yield firstLine;
      yield* readListText(db, id);
    })();
    return send(c, parts, `prova-${id}.txt`, { 'cache-control': 'no-cache' });
  });

  app.get('/sorteios/:rifaId/registro.json', async (c) => {
    const audit = await auditOf(c);
    const log = audit && (await readDrawEvidence(platform, audit, readHeldSizes(c)));
    return log && !('unsignedSince' in log)
      ? c.json(log, 200, { 'cache-control': 'no-cache' })
      : c.notFound();
  });

  // The sealed text and its timestamp as two files, as OpenTimestamps clients expect them.
  app.get('/sorteios/:rifaId/lacre/:file', async (c) => {
    const { rifaId, file } = c.req.param();
    const version = Number(/^(\d{1,4})\.txt(?:\.ots)?$/.exec(file)?.[1]);
    const audit = isUuid(rifaId) ? await readDrawAudit(db, rifaId, clock.now()) : null;
    const seal = audit?.seals.find((one) => one.version === version);
    const isProof = file.endsWith('.ots');
    if (!seal || (isProof && !seal.anchor)) return c.notFound();
    const body = isProof ? Buffer.from(seal.anchor!.proof, 'hex') : Buffer.from(seal.text);
    return c.body(new Uint8Array(body), 200, {
      'content-type': isProof ? 'application/octet-stream' : 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="lacre-${file}"`,
      'cache-control': 'no-cache',
    });
  });

  function auditOf(c: Context<HttpEnv, `/sorteios/:rifaId/${'lista.txt' | 'prova.txt' | 'registro.json'}`>) {
    const rifaId = c.req.param('rifaId');
    return isUuid(rifaId) ? readDrawAudit(db, rifaId, clock.now()) : null;
  }
  return app;
}

/** Reads `desde`: sizes of the caller's checkpoints, separated by commas, to which the log must prove its consistency. */
function readHeldSizes(c: Context<HttpEnv>): number[] {
  const sizes = (c.req.query('desde') ?? '').split(',').map(parseDecimal);
  return sizes.filter((size) => size !== null);
}

function send(
  c: Context<HttpEnv>,
  parts: AsyncIterable<Buffer>,
  name: string,
  headers: Record<string, string>,
): Response {
  const stream = Readable.toWeb(Readable.from(parts, { objectMode: false })) as ReadableStream;
  return c.body(stream, 200, {
    ...headers,
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  });
}
