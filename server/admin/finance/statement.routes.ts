import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { z } from 'zod';
import { can } from '@mare/domain/accounts/permissions.ts';
import { authenticate } from '../../accounts/authenticate.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { callerIpAddress, type HttpEnv } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { writeXlsx } from '../../platform/documents/write-xlsx.ts';
import { readShopBrand } from '../../settings/read-shop-identity.ts';
import { readFinance } from './read-finance.ts';
import { drawStatement } from './statement-pdf.ts';
import { readStatementSheets } from './statement.ts';

const MAX_DAYS = 400;
const DAY_MS = 86_400_000;
const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

const periodSchema = z
  .object({ de: z.iso.date(), ate: z.iso.date() })
  .refine(({ de, ate }) => de <= ate && Date.parse(ate) - Date.parse(de) < MAX_DAYS * DAY_MS)
  .transform(({ de, ate }) => ({ from: de, to: ate }));

/** Downloads of statements, outside the API contract. They contain no names. */
export function createStatementRoutes(platform: Platform): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.get('/exportar/:file{extrato\\.(?:xlsx|pdf)}', async (c) => {
    const principal = await authenticate(platform, c.req.header('authorization'));
    if (!principal) return c.json({ code: 'NOT_AUTHENTICATED' }, 401);
    if (!can(principal.role, 'export-lists')) return c.json({ code: 'NOT_ADMIN' }, 403);
    const period = periodSchema.safeParse(c.req.query());
    if (!period.success) return c.json({ code: 'INVALID_FILTER' }, 400);
    const format = c.req.param('file').endsWith('.pdf') ? 'pdf' : 'xlsx';
    const { from, to } = period.data;
    await recordActivity(platform.db, platform, {
      userId: principal.userId,
      ipAddress: callerIpAddress(c, platform.config.trustedProxyHops),
      action: 'export-list',
      entityType: 'export',
      entityId: `extrato-${format}`,
      description: 'Exportou o extrato do livro-caixa.',
      details: { from, to },
    });
    c.header('content-type', TYPES[format]);
    c.header('content-disposition', `attachment; filename="extrato-${from}-${to}.${format}"`);
    c.header('cache-control', 'no-store');
    if (format === 'xlsx')
      return c.body(
        new Uint8Array(await writeXlsx(await readStatementSheets(platform.db, period.data))).buffer,
      );
    const report = await readFinance(platform.db, period.data);
    const shop = await readShopBrand(platform);
    const pdf = drawStatement({ period: period.data, report, shop, now: platform.clock.now() });
    return c.body(Readable.toWeb(pdf) as ReadableStream);
  });
  return app;
}
