import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { can } from '@mare/domain/accounts/permissions.ts';
import { formatDateTime } from '@mare/domain/format.ts';
import { authenticate } from '../../accounts/authenticate.ts';
import { findMissingProof } from '../../accounts/proof/find-missing-proof.ts';
import { beginReport, writeTable } from '../../platform/documents/pdf-report.ts';
import { callerIpAddress, type HttpEnv } from '../../platform/http/http.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import type { Platform } from '../../platform/platform.ts';
import { writeXlsx } from '../../platform/documents/write-xlsx.ts';
import { readShopBrand, type ShopBrand } from '../../settings/read-shop-identity.ts';
import { cellText, formatPromotionReport, type ReportTable } from './format-promotion-report.ts';
import { readPromotionReport } from './read-promotion-report.ts';
import { recordReportExport } from './record-report-export.ts';

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** The report of a promotion as a file, outside the API contract. It names the winners, so it needs a recent proof. */
export function createPromotionReportRoutes(platform: Platform): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.get('/exportar/:file{prestacao\\.(?:xlsx|pdf)}', async (c) => {
    const principal = await authenticate(platform, c.req.header('authorization'));
    if (!principal) return c.json({ code: 'NOT_AUTHENTICATED' }, 401);
    if (!can(principal.role, 'export-lists')) return c.json({ code: 'NOT_ADMIN' }, 403);
    const needs = await findMissingProof(platform, principal);
    if (needs) return c.json({ code: 'RECENT_PROOF_REQUIRED', data: { needs } }, 403);
    const rifaId = c.req.query('rifa') ?? '';
    const now = platform.clock.now();
    const report = isUuid(rifaId) ? await readPromotionReport(platform.db, rifaId, now) : null;
    if (!report) return c.notFound();
    const ipAddress = callerIpAddress(c, platform.config.trustedProxyHops);
    const by = { userId: principal.userId, ipAddress };
    await recordReportExport(platform, by, { id: rifaId, title: report.title });
    const tables = formatPromotionReport(report);
    const format = c.req.param('file').endsWith('.pdf') ? 'pdf' : 'xlsx';
    c.header('content-type', TYPES[format]);
    c.header('content-disposition', `attachment; filename="prestacao-de-contas.${format}"`);
    c.header('cache-control', 'no-store');
    if (format === 'xlsx') return c.body(new Uint8Array(await writeXlsx(tables)).buffer);
    const shop = await readShopBrand(platform);
    const about = `${shop.name} · dados da loja em ${formatDateTime(now)}`;
    return c.body(
      Readable.toWeb(
        drawReport(`Prestação de contas: ${report.title}`, about, shop, tables),
      ) as ReadableStream,
    );
  });
  return app;
}

function drawReport(title: string, about: string, shop: ShopBrand, tables: ReportTable[]): Readable {
  const pdf = beginReport(title, shop);
  pdf.text(about);
  for (const { name, head, rows } of tables)
    writeTable(
      pdf,
      name,
      head,
      rows.map((cells) => cells.map(cellText)),
    );
  pdf.end();
  return pdf;
}
