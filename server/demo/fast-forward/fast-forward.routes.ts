/** Pages of the demonstration that move its clock to a draw. Never mounted outside the demonstration. They work without scripts. */
import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import type { HttpEnv } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { advanceToDraw, isDrawn } from './advance-to-draw.ts';
import {
  FAST_FORWARD_PATH,
  rifasView,
  stepItem,
  stepsEnd,
  stepsFailed,
  stepsHalted,
  stepsStart,
  unknownRifaView,
} from './fast-forward-views.ts';
import { listOpenRifas } from './list-open-rifas.ts';
import { limitBody } from '../../platform/http/request/limit-body.ts';

/** Besides the style of the sandbox's pages. */
const CSS = `
.rifas, .steps { margin: 0; padding: 0; list-style: none; }
.rifas > li, .steps > li { padding: 1rem 0; border-top: 1px solid var(--line); }
.rifas h2 { margin: 0 0 .25rem; }
.rifas a { color: inherit; }
.rifas p, .steps p { margin: 0 0 .5rem; }
.steps .back { padding: .25rem 0; }
`;
const MAX_FORM_BYTES = 1_000;
const form = z.object({ rifa: z.uuid() });

export function createFastForwardRoutes(platform: Platform): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.use('*', async (c, next) => {
    await next();
    c.res.headers.set('cache-control', 'no-store');
    c.res.headers.set(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
  });

  app.get('/', async (c) => {
    const order = c.req.query('pedido') ?? null;
    return c.html(await rifasView(await listOpenRifas(platform.db, order), order === null));
  });

  app.get('/estilo.css', (c) => c.body(CSS, 200, { 'content-type': 'text/css; charset=utf-8' }));

  app.post('/', limitBody({ maxSize: MAX_FORM_BYTES }), async (c) => {
    const chosen = form.safeParse(await c.req.parseBody());
    const open = await listOpenRifas(platform.db, null);
    const rifa = chosen.success && open.find(({ id }) => id === chosen.data.rifa);
    if (!rifa) return c.html(await unknownRifaView(), 404);
    c.header('content-type', 'text/html; charset=utf-8');
    return stream(c, async (page) => {
      await page.write(await stepsStart(rifa.title));
      try {
        // Continues after the reader leaves the page.
        for await (const step of advanceToDraw(platform, rifa.id)) await page.write(await stepItem(step));
        await page.write(await ((await isDrawn(platform, rifa.id)) ? stepsEnd : stepsHalted)(rifa.id));
      } catch (error) {
        platform.log.error({ err: error, rifa: rifa.id }, 'fast-forward failed');
        await page.write(await stepsFailed());
      }
    });
  });
  return app;
}

export { FAST_FORWARD_PATH };
