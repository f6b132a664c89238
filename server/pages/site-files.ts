/**
 * The files of the built site. The list is read once, because it changes only if a new build replaces the files of
 * the running process.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { getMimeType } from 'hono/utils/mime';
import { readBytesIfExists } from '../platform/durable-file.ts';
import { chooseEncoding, type Encoding } from '../platform/http/response/encoding.ts';
import {
  type HttpApp,
  type HttpEnv,
  isHttpsUrl,
  sendFast,
  setSecurityHeaders,
} from '../platform/http/http.ts';
import type { FastPath } from '../platform/http/serve-until-drained.ts';
import type { Log } from '../platform/log/log.ts';
import { isTracing } from '../platform/log/tracing.ts';

/** Files in this folder have a hash of their content in the name. */
const HASHED = '/assets/';
const CACHE_HASHED = 'public, max-age=31536000, immutable';
const CACHE_OTHERS = 'public, max-age=3600';
const SUFFIXES: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };

/** @returns the fast path for the files with hashed names */
export function serveSiteFiles(app: HttpApp, folder: string, publicUrl: string, log: Log): FastPath {
  const files = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `/${file}`));
  const serve = serveStatic<HttpEnv>({
    root: folder,
    precompressed: true,
    onFound: (_path, c) =>
      c.header('cache-control', c.req.path.startsWith(HASHED) ? CACHE_HASHED : CACHE_OTHERS),
  });
  app.get('*', (c, next) => (files.has(c.req.path) ? serve(c, next) : next()));
  return createFileFastPath(files, folder, publicUrl, log);
}

/**
 * Sends files with hashed names from memory: a page loads some 25 of them, and reading each costs more than sending it.
 */
function createFileFastPath(
  files: ReadonlySet<string>,
  folder: string,
  publicUrl: string,
  log: Log,
): FastPath {
  const loaded = new Map<string, { headers: string[]; body: Buffer }>();

  function load(path: string, accepted: Encoding) {
    const encoding = files.has(path + SUFFIXES[accepted]) ? accepted : 'identity';
    const key = path + SUFFIXES[encoding];
    const known = loaded.get(key);
    if (known) return known;
    // Null for a file that a new build removed: outside a route, an exception would end the process.
    const body = readBytesIfExists(join(folder, key));
    if (!body) return null;
    const headers = new Headers({
      'cache-control': CACHE_HASHED,
      'content-length': String(body.length),
      'content-type': getMimeType(path) ?? 'application/octet-stream',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      ...(files.has(path + SUFFIXES.br) && { vary: 'Accept-Encoding' }),
    });
    setSecurityHeaders(headers, isHttpsUrl(publicUrl));
    const file = { headers: [...headers].flat(), body };
    loaded.set(key, file);
    return file;
  }

  return (request, response) => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || isTracing() || headers.range) return false;
    if (!url.startsWith(HASHED) || !files.has(url)) return false;
    const started = performance.now();
    const file = load(url, chooseEncoding(headers['accept-encoding']));
    if (!file) return false;
    sendFast(log, request, response, { status: 200, ...file }, started);
    return true;
  };
}
