/** Serves the built site: files as they are, pages rendered here with the API in the same process. */
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { createRouterClient } from '@orpc/server';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { requestCookies } from '../platform/http/cookies.ts';
import { contentSecurityPolicy, type HttpApp, type HttpEnv } from '../platform/http/http.ts';
import { createRateLimiter } from '../platform/http/rate-limit.ts';
import type { WebApp } from '../platform/http/serve-until-drained.ts';
import type { Platform } from '../platform/platform.ts';
import { withReadReplica } from '../platform/database/replica.ts';
import type { AppRouter } from '../router.ts';
import { answerAtOnce, answerPage } from './answer-page.ts';
import { hashInline, KeptPage, letContentPass } from './kept-page.ts';
import { createPageCache } from './page-cache.ts';

const BUILD = join(import.meta.dirname, '../../web/build');
const SITE_FILES = join(BUILD, 'client');
/** What a page may answer and be kept. */
const KEPT_STATUS = new Set([200, 404]);

/** What web/app/entry.server.tsx promises beyond React Router's own entry. */
interface PageEntry {
  createPageContext(
    api: unknown,
    request: { nonce: string; publicUrl: string; demo: boolean; onFault: (error: unknown) => void },
  ): RouterContextProvider;
}

/**
 * @param widgets sites whose widgets the pages show; see `contentSecurityPolicy`
 * @returns the short way to pages that are kept
 */
export async function servePages(
  app: HttpApp,
  platform: Platform,
  router: AppRouter,
  widgets: readonly string[],
): Promise<NonNullable<WebApp['answerAtOnce']>> {
  const pages = createPageCache({
    clock: platform.clock,
    render: await createRenderer(platform, router, widgets),
    onFault: (error) => platform.log.error({ err: error }, 'fault in a page made anew'),
  });
  serveFiles(app);
  app.get('*', (c) => answerPage(c, pages));
  app.all('*', (c) => c.text('Esta página só pode ser lida.', 405, { allow: 'GET, HEAD' }));
  return answerAtOnce(pages, platform.log);
}

/** Those of the built site, which does not change while the process lives. */
function serveFiles(app: HttpApp): void {
  const files = new Set(
    readdirSync(SITE_FILES, { recursive: true, encoding: 'utf8' }).map((file) => `/${file}`),
  );
  const serve = serveStatic<HttpEnv>({
    root: SITE_FILES,
    precompressed: true,
    onFound: (_path, c) =>
      c.header(
        'cache-control',
        // Names of assets carry a hash of what is in them.
        c.req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      ),
  });
  app.get('*', (c, next) => (files.has(c.req.path) ? serve(c, next) : next()));
}

/** @returns renders what React Router answers to a visitor's GET of an address, whatever the request was otherwise */
async function createRenderer(platform: Platform, router: AppRouter, widgets: readonly string[]) {
  const { publicUrl, demo } = platform.config;
  const build = (await import(pathToFileURL(join(BUILD, 'server/index.js')).href)) as ServerBuild;
  const entry = build.entry.module as unknown as PageEntry;
  const handle = createRequestHandler(build, 'production');
  const api = createRouterClient(router, {
    context: {
      platform: withReadReplica(platform),
      principal: null,
      address: 'internal',
      cookies: requestCookies(undefined, publicUrl),
      limiter: createRateLimiter(platform.clock),
    },
  });

  return async (address: string): Promise<KeptPage | Response> => {
    const nonce = randomBytes(16).toString('base64');
    const onFault = (error: unknown) => platform.log.error({ err: error, address }, 'fault in a page');
    const context = entry.createPageContext(api, { nonce, publicUrl, demo, onFault });
    const response = await handle(new Request(new URL(publicUrl).origin + address), context);
    if (!response.body || !isPage(response)) return response;
    const { html, policy } = hashInline(letContentPass(await response.text()), nonce);
    response.headers.set('content-security-policy', contentSecurityPolicy(policy, widgets));
    if (KEPT_STATUS.has(response.status))
      return new KeptPage(response.status, response.headers, Buffer.from(html), publicUrl);
    return new Response(html, response);
  };
}

const isPage = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html') === true;
