/**
 * A simulated payment provider for demonstrations and tests: MercadoPago's HTTP API, pages on which a buyer pays or does
 * not, and signed webhooks. Its state is in PostgreSQL. Mounted only in the demonstration and in tests.
 */
import { timingSafeEqual } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { COPY_SCRIPT, CSS } from './pages/assets.ts';
import { createContext, type SandboxContext, type SandboxOptions } from './context.ts';
import { controlApi } from './api/control-api.ts';
import { injectFaults } from './faults.ts';
import { sandboxPages } from './pages/pages.ts';
import { paymentsApi } from './api/payments-api.ts';
import { preferencesApi } from './api/preferences-api.ts';
import { chargebacksApi, refundsApi } from './api/refunds-api.ts';
import { settlementReportsApi } from './api/settlement-reports-api.ts';
import { startWebhookSender } from './webhook-sender.ts';

export interface Sandbox {
  app: Hono;
  /** For tests in the same process; `/_sandbox` offers the same over HTTP. */
  context: SandboxContext;
  close(): Promise<void>;
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const context = createContext(options);
  const sender = startWebhookSender(context);
  context.triggerSender = sender.trigger;
  const mount = new URL(options.publicUrl).pathname.replace(/\/$/, '');

  const storeOrigin = new URL(options.storeUrl).origin;

  const app = new Hono();
  app.onError((error, c) => {
    if (!isUnstorable(error)) throw error;
    return c.json({ status: 400, error: 'bad_request', message: 'Invalid characters', cause: [] }, 400);
  });
  app.use('*', async (c, next) => {
    await next();
    c.res.headers.set('x-request-id', context.random.uuid());
    c.res.headers.set('cache-control', 'no-store');
    c.res.headers.set(
      'content-security-policy',
      `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self' ${storeOrigin}; base-uri 'none'; frame-ancestors 'none'`,
    );
  });

  const guard = demandToken(options.token);
  for (const path of [
    '/v1/*',
    '/checkout/preferences',
    '/checkout/preferences/*',
    '/merchant_orders/*',
    '/users/me',
  ]) {
    app.use(path, guard);
    app.use(path, injectFaults(context, mount));
  }
  app.route('/', preferencesApi(context));
  app.route('/v1/payments', paymentsApi(context));
  app.route('/v1/payments', refundsApi(context));
  app.route('/v1/chargebacks', chargebacksApi(context));
  app.route('/v1/account/settlement_report', settlementReportsApi(context));
  app.get('/users/me', (c) => c.json({ id: 99_999_999, nickname: 'SANDBOX', site_id: 'MLB' }));
  app.get('/v1/payment_methods', (c) =>
    c.json([{ id: 'pix', name: 'PIX', payment_type_id: 'bank_transfer', status: 'active' }]),
  );

  app.use('/_sandbox/*', guard);
  app.route('/_sandbox', controlApi(context));
  app.route('/', sandboxPages(context));
  app.get('/assets/sandbox.css', (c) => c.body(CSS, 200, { 'content-type': 'text/css; charset=utf-8' }));
  app.get('/assets/copy.js', (c) =>
    c.body(COPY_SCRIPT, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  );
  return { app, context, close: () => sender.stop() };
}

/** Whether PostgreSQL cannot store a value, such as text with a null character. */
function isUnstorable(error: Error): boolean {
  return ['22021', '22P05', '22003'].includes((error as { code?: string }).code ?? '');
}

function demandToken(token: string): MiddlewareHandler {
  const expected = Buffer.from(`Bearer ${token}`);
  return async (c, next) => {
    const header = Buffer.from(c.req.header('authorization') ?? '');
    if (header.length !== expected.length || !timingSafeEqual(header, expected))
      return c.json({ status: 401, error: 'unauthorized', message: 'Invalid access token', cause: [] }, 401);
    return next();
  };
}
