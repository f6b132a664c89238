/** The frozen list of a rifa for the panel: as published, and with the names of the holders. */
import { Readable } from 'node:stream';
import { writeXlsxStream } from 'hucre/xlsx';
import { Hono } from 'hono';
import { can } from '@mare/domain/accounts/permissions.ts';
import { BYTE_ORDER_MARK, csvLine } from '@mare/domain/admin/csv.ts';
import { authenticate } from '../../accounts/authenticate.ts';
import { findMissingProof } from '../../accounts/proof/find-missing-proof.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { callerIpAddress, type HttpEnv } from '../../platform/http/http.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import type { Platform } from '../../platform/platform.ts';
import { readListText } from './read-list.ts';
import { readListRows } from './read-list-rows.ts';

const TYPES = {
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
type Format = keyof typeof TYPES;

/** `/exportar/lista.txt` has the published bytes; `nomes=1` names the holders and needs a recent proof. */
export function createListExportRoutes(platform: Platform): Hono<HttpEnv> {
  const { db } = platform;
  const app = new Hono<HttpEnv>();
  app.get('/exportar/:file{lista\\.(?:txt|csv|xlsx)}', async (c) => {
    const principal = await authenticate(platform, c.req.header('authorization'));
    if (!principal) return c.json({ code: 'NOT_AUTHENTICATED' }, 401);
    if (!can(principal.role, 'export-lists')) return c.json({ code: 'NOT_ADMIN' }, 403);
    const format = c.req.param('file').slice('lista.'.length) as Format;
    const named = c.req.query('nomes') === '1' && format !== 'txt';
    const needs = named ? await findMissingProof(platform, principal) : null;
    if (needs) return c.json({ code: 'RECENT_PROOF_REQUIRED', data: { needs } }, 403);
    const rifaId = c.req.query('rifa') ?? '';
    const list = isUuid(rifaId) ? await findList(platform, rifaId) : undefined;
    if (!list) return c.notFound();
    await recordActivity(db, platform, {
      userId: principal.userId,
      ipAddress: callerIpAddress(c, platform.config.trustedProxyHops),
      action: 'export-frozen-list',
      entityType: 'rifa',
      entityId: rifaId,
      description: `Exportou a lista congelada de ${list.title}${named ? ', com os nomes' : ''}.`,
      details: { format, named },
    });
    const log = c.get('log');
    const onError = (error: unknown) => log.error({ err: error, rifaId }, 'export of a frozen list aborted');
    return c.body(streamList(platform, rifaId, { format, named, onError }), 200, {
      'content-type': TYPES[format],
      'content-disposition': `attachment; filename="lista-${rifaId}.${format}"`,
      'cache-control': 'no-store',
    });
  });
  return app;
}

function findList({ db }: Pick<Platform, 'db'>, rifaId: string) {
  return db
    .selectFrom('drawLists')
    .innerJoin('rifas', 'rifas.id', 'drawLists.rifaId')
    .select('rifas.title')
    .where('drawLists.rifaId', '=', rifaId)
    .executeTakeFirst();
}

function streamList(
  { db }: Pick<Platform, 'db'>,
  rifaId: string,
  { format, named, onError }: { format: Format; named: boolean; onError: (error: unknown) => void },
): ReadableStream {
  if (format === 'xlsx') return writeXlsxStream(xlsxRows(), { name: 'Lista', freezePane: { rows: 1 } });
  const parts = format === 'txt' ? readListText(db, rifaId) : csvParts();
  const readable = Readable.from(parts, { objectMode: false }).on('error', onError);
  return Readable.toWeb(readable) as ReadableStream;

  async function* csvParts(): AsyncGenerator<Buffer> {
    let isFirst = true;
    for await (const rows of readListRows(db, rifaId, named)) {
      yield Buffer.from((isFirst ? BYTE_ORDER_MARK : '') + rows.map(csvLine).join(''));
      isFirst = false;
    }
  }

  async function* xlsxRows(): AsyncGenerator<string[]> {
    try {
      for await (const rows of readListRows(db, rifaId, named)) yield* rows;
    } catch (error) {
      onError(error);
      throw error;
    }
  }
}
