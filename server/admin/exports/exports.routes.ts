import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { can } from '@mare/domain/accounts/permissions.ts';
import { authenticate } from '../../accounts/authenticate.ts';
import { findMissingProof } from '../../accounts/proof/find-missing-proof.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { callerIpAddress, type HttpEnv } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { describeUnknown, exportFilters } from './export-filters.ts';
import { exportList, type ExportName, EXPORTS } from './export-lists.ts';

/** Lists without names of people. All other lists need a recent proof. */
const WITHOUT_PEOPLE: ReadonlySet<ExportName> = new Set([
  'vendas',
  'visitas',
  'coortes',
  'rifas',
  'campanhas',
  'cupons',
]);

/** CSV downloads, outside the API contract: streamed while the database is read. */
export function createExportRoutes(platform: Platform): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.get('/exportar/:file{[a-z]+\\.csv}', async (c) => {
    const name = EXPORTS.find((each) => `${each}.csv` === c.req.param('file'));
    if (!name) return c.notFound();
    const principal = await authenticate(platform, c.req.header('authorization'));
    if (!principal) return c.json({ code: 'NOT_AUTHENTICATED' }, 401);
    if (!can(principal.role, 'export-lists')) return c.json({ code: 'NOT_ADMIN' }, 403);
    const needs = WITHOUT_PEOPLE.has(name) ? null : await findMissingProof(platform, principal);
    if (needs) return c.json({ code: 'RECENT_PROOF_REQUIRED', data: { needs } }, 403);
    const query = c.req.query();
    const { data: filter, error } = exportFilters[name].safeParse(query);
    if (error) {
      if (error.issues.some(({ path }) => path[0] === 'rifa')) return c.notFound();
      return c.json({ code: 'INVALID_FILTER', message: describeUnknown(name, error) }, 400);
    }
    const period = 'period' in filter ? filter.period : null;
    await recordActivity(platform.db, platform, {
      userId: principal.userId,
      ipAddress: callerIpAddress(c, platform.config.trustedProxyHops),
      action: 'export-list',
      entityType: 'export',
      entityId: name,
      description: `Exportou a lista de ${name}.`,
      details: {
        rifaId: 'rifaId' in filter ? filter.rifaId : null,
        ...((name === 'pedidos' || name === 'pessoas') && { filters: query }),
        ...period,
      },
    });
    c.header('content-type', 'text/csv; charset=utf-8');
    const named = period && query.de && query.ate ? `${name}-${period.from}-${period.to}` : name;
    c.header('content-disposition', `attachment; filename="${named}.csv"`);
    c.header('cache-control', 'no-store');
    const log = c.get('log');
    return stream(c, async (out) => {
      try {
        for await (const batch of exportList(platform.db, name, filter)) {
          if (out.aborted) return;
          await out.write(batch);
        }
      } catch (error) {
        log.error({ err: error, list: name }, 'export aborted');
        throw error;
      }
    });
  });
  return app;
}
