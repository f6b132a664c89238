/** Serves the built site: static files, and pages rendered in this process through the API. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRouterClient } from '@orpc/server';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { isDatabaseUnavailable } from '../platform/database/database-unavailable.ts';
import { contentSecurityPolicy, type HttpApp } from '../platform/http/http.ts';
import { internalVisitor } from '../platform/http/api.ts';
import type { FastPath } from '../platform/http/serve-until-drained.ts';
import type { Platform } from '../platform/platform.ts';
import { withReadReplica } from '../platform/database/replica.ts';
import type { AppRouter } from '../composition/router.ts';
import { CachedResponse } from '../platform/http/cache/cached-response.ts';
import { createResponseCache } from '../platform/http/cache/response-cache.ts';
import { createCacheFastPath, serveCached } from '../platform/http/cache/serve-cached.ts';
import { deprioritizeScripts, hashInline } from './inline-hashes.ts';
import { serveVerifier } from './serve-verifier.ts';
import { serveSiteFiles } from './site-files.ts';

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
 * @returns the fast path to cached pages and to files
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
  const fileFastPath = serveSiteFiles(app, SITE_FILES, platform.config.publicUrl, platform.log);
  app.get('*', (c) => serveCached(c, pages));
  app.all('*', (c) => c.text('Esta página só pode ser lida.', 405, { allow: 'GET, HEAD' }));
  const pageFastPath = createCacheFastPath({
    cache: pages,
    log: platform.log,
    // A query may name an affiliate, whose visit is recorded and sets a cookie.
    accepts: ({ url = '' }) => !url.includes('?'),
  });
  return (request, response) => fileFastPath(request, response) || pageFastPath(request, response);
}

/** @returns a function that renders a path for an anonymous visitor */
async function createRenderer(platform: Platform, router: AppRouter, widgets: readonly string[]) {
  const { publicUrl, demo } = platform.config;
  const build = (await import(pathToFileURL(join(BUILD, 'server/index.js')).href)) as ServerBuild;
  const entry = build.entry.module as unknown as PageEntry;
  const handle = createRequestHandler(build, 'production');
  const api = createRouterClient(router, { context: internalVisitor(withReadReplica(platform)) });

  return async (path: string): Promise<CachedResponse | Response> => {
    const nonce = randomBytes(16).toString('base64');
    let isDatabaseAway = false;
    const onFault = (error: unknown) => {
      isDatabaseAway ||= isDatabaseUnavailable(error);
      platform.log.error({ err: error, address: path }, 'page rendering failed');
    };
    const context = entry.createPageContext(api, { nonce, publicUrl, demo, onFault });
    const handled = await handle(new Request(new URL(publicUrl).origin + path), context);
    const response = handled.status >= 500 && isDatabaseAway ? temporarilyUnavailable(handled) : handled;
    if (!response.body || !isPage(response)) return response;
    const { html, policy } = hashInline(deprioritizeScripts(await response.text()), nonce);
    response.headers.set('content-security-policy', contentSecurityPolicy(policy, widgets));
    if (CACHED_STATUSES.has(response.status))
      return new CachedResponse(response.status, response.headers, Buffer.from(html), publicUrl);
    return new Response(html, response);
  };
}

/** The same page with the status of an outage, so that browsers and crawlers retry. */
function temporarilyUnavailable({ body, headers }: Response): Response {
  const response = new Response(body, { status: 503, headers });
  response.headers.set('retry-after', '2');
  return response;
}

const isPage = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html') === true;
