/** Serves the built site: static files, and pages rendered in this process through the API. */
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { createRouterClient } from '@orpc/server';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { isDatabaseUnavailable } from '../platform/database/database-unavailable.ts';
import { contentSecurityPolicy, type HttpApp, type HttpEnv } from '../platform/http/http.ts';
import { internalVisitor } from '../platform/http/api.ts';
import type { FastPath } from '../platform/http/serve-until-drained.ts';
import type { Platform } from '../platform/platform.ts';
import { withReadReplica } from '../platform/database/replica.ts';
import type { AppRouter } from '../router.ts';
import { CachedResponse } from '../platform/http/cached-response.ts';
import { createResponseCache } from '../platform/http/response-cache.ts';
import { createCacheFastPath, serveCached } from '../platform/http/serve-cached.ts';
import { deprioritizeScripts, hashInline } from './inline-hashes.ts';
import { serveVerifier } from './serve-verifier.ts';

const BUILD = join(import.meta.dirname, '../../web/build');
const SITE_FILES = join(BUILD, 'client');
const CACHED_STATUSES = new Set([200, 404]);

/** Exports of web/app/entry.server.tsx beyond React Router's entry. */
interface PageEntry {
  createPageContext(
    api: unknown,
    request: { nonce: string; publicUrl: string; demo: boolean; onFault: (error: unknown) => void },
  ): RouterContextProvider;
}

/**
 * @param widgets origins of embedded widgets; see `contentSecurityPolicy`
 * @returns the fast path to cached pages
 */
export async function servePages(
  app: HttpApp,
  platform: Platform,
  router: AppRouter,
  widgets: readonly string[],
): Promise<FastPath> {
  const pages = createResponseCache({
    clock: platform.clock,
    render: await createRenderer(platform, router, widgets),
    onFault: (error) => platform.log.error({ err: error }, 'page revalidation failed'),
  });
  serveVerifier(app, SITE_FILES);
  serveFiles(app);
  app.get('*', (c) => serveCached(c, pages));
  app.all('*', (c) => c.text('Esta página só pode ser lida.', 405, { allow: 'GET, HEAD' }));
  return createCacheFastPath({
    cache: pages,
    log: platform.log,
    // A query may name an affiliate, whose visit is recorded and sets a cookie.
    accepts: ({ url = '' }) => !url.includes('?'),
  });
}

/** The list of files is read once: the built site does not change while the process runs. */
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
        // Asset names contain a content hash.
        c.req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      ),
  });
  app.get('*', (c, next) => (files.has(c.req.path) ? serve(c, next) : next()));
}

/** @returns a function that renders an address for an anonymous visitor */
async function createRenderer(platform: Platform, router: AppRouter, widgets: readonly string[]) {
  const { publicUrl, demo } = platform.config;
  const build = (await import(pathToFileURL(join(BUILD, 'server/index.js')).href)) as ServerBuild;
  const entry = build.entry.module as unknown as PageEntry;
  const handle = createRequestHandler(build, 'production');
  const api = createRouterClient(router, { context: internalVisitor(withReadReplica(platform)) });

  return async (address: string): Promise<CachedResponse | Response> => {
    const nonce = randomBytes(16).toString('base64');
    let isDatabaseAway = false;
    const onFault = (error: unknown) => {
      isDatabaseAway ||= isDatabaseUnavailable(error);
      platform.log.error({ err: error, address }, 'page rendering failed');
    };
    const context = entry.createPageContext(api, { nonce, publicUrl, demo, onFault });
    const handled = await handle(new Request(new URL(publicUrl).origin + address), context);
    const response = handled.status >= 500 && isDatabaseAway ? temporarilyUnavailable(handled) : handled;
    if (!response.body || !isPage(response)) return response;
    const { html, policy } = hashInline(deprioritizeScripts(await response.text()), nonce);
    response.headers.set('content-security-policy', contentSecurityPolicy(policy, widgets));
    if (CACHED_STATUSES.has(response.status))
      return new CachedResponse(response.status, response.headers, Buffer.from(html), publicUrl);
    return new Response(html, response);
  };
}

/** The same page with the status of an outage, after which browsers and crawlers come back. */
function temporarilyUnavailable({ body, headers }: Response): Response {
  const response = new Response(body, { status: 503, headers });
  response.headers.set('retry-after', '2');
  return response;
}

const isPage = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html') === true;
