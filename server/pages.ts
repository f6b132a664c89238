/** Serves the built site: files as they are, pages rendered here with the API in the same process. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { createRouterClient } from '@orpc/server';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { requestCookies } from './platform/cookies.ts';
import { type HttpApp, contentSecurityPolicy } from './platform/http.ts';
import { createRateLimiter } from './platform/rate-limit.ts';
import type { Platform } from './platform/platform.ts';
import type { AppRouter } from './router.ts';

const BUILD = join(import.meta.dirname, '../web/build');
const SITE_FILES = join(BUILD, 'client');

/** What web/app/entry.server.tsx promises beyond React Router's own entry. */
interface PageEntry {
  createPageContext(
    api: unknown,
    request: { nonce: string; publicUrl: string; demo: boolean; onFault: (error: unknown) => void },
  ): RouterContextProvider;
}

/** @param widgets sites whose widgets the pages show; see `contentSecurityPolicy` */
export async function servePages(
  app: HttpApp,
  platform: Platform,
  router: AppRouter,
  widgets: readonly string[],
): Promise<void> {
  const build = (await import(pathToFileURL(join(BUILD, 'server/index.js')).href)) as ServerBuild;
  const entry = build.entry.module as unknown as PageEntry;
  const render = createRequestHandler(build, 'production');
  const api = createRouterClient(router, {
    context: {
      platform,
      principal: null,
      address: 'internal',
      cookies: requestCookies(undefined, platform.config.publicUrl),
      limiter: createRateLimiter(platform.clock),
    },
  });

  app.use(
    '/assets/*',
    serveStatic({
      root: SITE_FILES,
      precompressed: true,
      onFound: (_path, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  );
  app.use(
    '*',
    serveStatic({
      root: SITE_FILES,
      precompressed: true,
      onFound: (_path, c) => c.header('cache-control', 'public, max-age=3600'),
    }),
  );
  app.all('*', async (c) => {
    const context = entry.createPageContext(api, {
      nonce: c.get('nonce'),
      publicUrl: platform.config.publicUrl,
      demo: platform.config.demo,
      onFault: (error) => c.get('log').error({ err: error }, 'fault in a page'),
    });
    const response = await render(c.req.raw, context);
    response.headers.set('content-security-policy', contentSecurityPolicy(c.get('nonce'), widgets));
    return response;
  });
}
