/** Serves the static page that verifies draws from files, under its own Content-Security-Policy. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpApp } from '../platform/http/http.ts';

const PATH = '/verificar/';

/** @param siteFiles folder of the built site. The program, the package and SHA256SUMS are served as its other files */
export function serveVerifier(app: HttpApp, siteFiles: string): void {
  const file = join(siteFiles, 'verificar/index.html');
  if (!existsSync(file)) return;
  const page = readFileSync(file, 'utf8');
  // The policy for saved copies of the page, which allows no connection at all.
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(page)![1]!;
  const headers = {
    'content-security-policy': `${policy}; frame-ancestors 'none'`,
    'cache-control': 'public, max-age=3600',
  };
  app.get(PATH.slice(0, -1), (c) => c.redirect(PATH, 301));
  for (const path of [PATH, `${PATH}index.html`]) app.get(path, (c) => c.html(page, 200, headers));
}
