/** `/checkout/preferences` and `/merchant_orders`: the hosted checkout. */
import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { SandboxContext } from '../context.ts';
import { errorJson, merchantOrderJson, preferenceJson } from './representations.ts';
import { findPreference, type PaymentRow, type PreferenceBody, type PreferenceRow } from '../store.ts';

const item = z.looseObject({
  title: z.string().min(1),
  quantity: z.number().int().positive(),
  unit_price: z.number().positive(),
});
const preferenceBody = z.looseObject({
  items: z.array(item).min(1),
  back_urls: z
    .looseObject({
      success: z.string().optional(),
      pending: z.string().optional(),
      failure: z.string().optional(),
    })
    .optional(),
  auto_return: z.string().optional(),
  notification_url: z.url().optional(),
  external_reference: z.string().max(256).optional(),
  expires: z.boolean().optional(),
  expiration_date_to: z.iso.datetime({ offset: true }).optional(),
  date_of_expiration: z.iso.datetime({ offset: true }).optional(),
});

export function preferencesApi(context: SandboxContext): Hono {
  const api = new Hono();

  const create = async (c: Context) => {
    const parsed = preferenceBody.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success)
      return c.json(
        errorJson({ status: 400, code: 'invalid_items', message: parsed.error.issues[0]!.message }),
        400,
      );
    if (parsed.data.auto_return && !parsed.data.back_urls?.success)
      return c.json(
        {
          ...errorJson({
            status: 400,
            code: 'invalid_auto_return',
            message: 'auto_return invalid. back_url.success must be defined',
          }),
          error: 'invalid_auto_return',
        },
        400,
      );
    const { rows } = await context.pool.query<PreferenceRow>(
      'insert into sandbox.preferences (id, body, created_at) values ($1, $2, $3) returning *',
      [`99999999-${context.random.uuid()}`, parsed.data as PreferenceBody, context.clock.now()],
    );
    return c.json(preferenceJson(context, rows[0]!), 201);
  };
  api.post('/checkout/preferences', create);
  api.post('/checkout/preferences/', create);

  api.get('/checkout/preferences/search', async (c) => {
    const { rows } = await context.pool.query<PreferenceRow>(
      `select * from sandbox.preferences where $1::text is null or body->>'external_reference' = $1 order by created_at desc limit 100`,
      [c.req.query('external_reference') ?? null],
    );
    return c.json({
      elements: rows.map((row) => preferenceJson(context, row)),
      total: rows.length,
      next_offset: rows.length,
    });
  });

  api.get('/checkout/preferences/:id', async (c) => {
    const preference = await findPreference(context, c.req.param('id'));
    return preference ? c.json(preferenceJson(context, preference)) : c.json(notFound, 404);
  });

  api.put('/checkout/preferences/:id', async (c) => {
    const change = preferenceBody.partial().safeParse(await c.req.json().catch(() => null));
    if (!change.success)
      return c.json(errorJson({ status: 400, code: 'invalid_body', message: 'Invalid body' }), 400);
    const { rows } = await context.pool.query<PreferenceRow>(
      'update sandbox.preferences set body = body || $2 where id = $1 returning *',
      [c.req.param('id'), change.data],
    );
    return rows[0] ? c.json(preferenceJson(context, rows[0])) : c.json(notFound, 404);
  });

  api.get('/merchant_orders/search', async (c) => {
    const preference = await findPreference(context, c.req.query('preference_id') ?? '');
    const elements = preference ? [await merchantOrder(context, preference)] : null;
    return c.json({ elements, next_offset: 0, total: elements?.length ?? 0 });
  });

  api.get('/merchant_orders/:id{[0-9]{1,18}}', async (c) => {
    const { rows } = await context.pool.query<PreferenceRow>(
      'select * from sandbox.preferences where merchant_order_id = $1',
      [c.req.param('id')],
    );
    return rows[0] ? c.json(await merchantOrder(context, rows[0])) : c.json(notFound, 404);
  });

  return api;
}

const notFound = { status: 404, error: 'not_found', message: 'Resource not found', cause: [] };

async function merchantOrder(context: SandboxContext, preference: PreferenceRow) {
  const { rows } = await context.pool.query<PaymentRow>(
    'select * from sandbox.payments where preference_id = $1 order by id',
    [preference.id],
  );
  return merchantOrderJson(context, preference, rows);
}
