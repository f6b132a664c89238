import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import { can } from '@mare/domain/accounts/permissions.ts';
import { orderFilters } from '@mare/contract/admin/orders-admin.ts';
import { peopleFilters } from '@mare/contract/admin/people-admin.ts';
import { authenticate } from '../../accounts/authenticate.ts';
import { findMissingProof } from '../../accounts/proof/find-missing-proof.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { callerAddress, type HttpEnv } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { exportList, type ExportName, EXPORTS } from './export-lists.ts';

const rifaOf = z.uuid();
/** Without a period, everything. */
const periodOf = z
  .object({ de: z.iso.date().default('2000-01-01'), ate: z.iso.date().default('2999-12-31') })
  .refine(({ de, ate }) => de <= ate)
  .transform(({ de, ate }) => ({ from: de, to: ate }));

/** All other lists name people, and need a recent proof. */
const WITHOUT_PEOPLE: ReadonlySet<ExportName> = new Set([
  'vendas',
  'visitas',
  'coortes',
  'rifas',
  'campanhas',
  'cupons',
]);

const PERIOD = ['de', 'ate'];

/** Parameters of a list's address. */
const PARAMETERS: Partial<Record<ExportName, readonly string[]>> = {
  pedidos: Object.keys(orderFilters.shape),
  pessoas: Object.keys(peopleFilters.shape),
  vendas: PERIOD,
  movimento: PERIOD,
  compradores: ['rifa'],
};

/** A sentence on parameters that the list does not have; null if there are none. */
function describeUnknown(name: ExportName, given: readonly string[]): string | null {
  const known = PARAMETERS[name] ?? [];
  const unknown = given.filter((each) => !known.includes(each));
  if (unknown.length === 0) return null;
  const filters = known.length > 0 ? `Os filtros dela são: ${known.join(', ')}.` : 'Ela não tem filtros.';
  return `A exportação de ${name} não conhece: ${unknown.join(', ')}. ${filters}`;
}

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
    const rifaId = rifaOf.safeParse(c.req.query('rifa')).data ?? null;
    if (name === 'compradores' && !rifaId) return c.notFound();
    const orders = orderFilters.safeParse(name === 'pedidos' ? c.req.query() : {});
    const people = peopleFilters.safeParse(name === 'pessoas' ? c.req.query() : {});
    const hasPeriod = PARAMETERS[name] === PERIOD;
    const period = periodOf.safeParse(hasPeriod ? c.req.query() : {});
    // An export of more than what was filtered would be worse than none.
    const message = describeUnknown(name, Object.keys(c.req.query()));
    if (message) return c.json({ code: 'INVALID_FILTER', message }, 400);
    if (!orders.success || !period.success || !people.success) return c.json({ code: 'INVALID_FILTER' }, 400);
    await recordActivity(platform.db, platform, {
      userId: principal.userId,
      ipAddress: callerAddress(c, platform.config.trustedProxyHops),
      action: 'export-list',
      entityType: 'export',
      entityId: name,
      description: `Exportou a lista de ${name}.`,
      details: {
        rifaId,
        ...((name === 'pedidos' || name === 'pessoas') && { filters: c.req.query() }),
        ...(hasPeriod && period.data),
      },
    });
    c.header('content-type', 'text/csv; charset=utf-8');
    const days = hasPeriod && c.req.query('de') && c.req.query('ate');
    const named = days ? `${name}-${period.data.from}-${period.data.to}` : name;
    c.header('content-disposition', `attachment; filename="${named}.csv"`);
    c.header('cache-control', 'no-store');
    const log = c.get('log');
    return stream(c, async (out) => {
      try {
        for await (const batch of exportList(platform.db, name, {
          ...people.data,
          rifaId,
          period: period.data,
          orders: orders.data,
        })) {
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
