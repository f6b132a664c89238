/**
 * Endpoint for browsers' reports of Content-Security-Policy violations, which go to the log and the panel. Anyone may
 * post here.
 */
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { Platform } from '../../platform.ts';
import { countCspReports, type CspReport } from './csp-reports.queries.ts';
import { callerIpAddress, CSP_REPORTS_PATH, type HttpApp, type HttpEnv } from '../http.ts';
import { createRateLimiter, type RateLimit } from '../request/rate-limit.ts';
import { limitBody } from '../request/limit-body.ts';

const BODY_LIMIT_BYTES = 16 * 1024;
const REPORTS_PER_BODY = 10;
const REPORTS_OF_CALLER: RateLimit = { name: 'csp-reports', hits: 20, seconds: 60 };
/** Rate limit, so that a flood does not fill the log. */
const REPORTS_OF_ALL: RateLimit = { name: 'csp-reports-all', hits: 200, seconds: 60 };

const text = z.string().catch('');
/** Formats of the Reporting API and of `report-uri`. */
const newForm = z.object({
  body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text, sourceFile: text }),
});
const oldForm = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
    'source-file': text,
  }),
});

export function serveCspReports(app: HttpApp, platform: Pick<Platform, 'db' | 'clock' | 'log' | 'config'>) {
  const { clock, log, config } = platform;
  const limiter = createRateLimiter(clock);
  const limited: MiddlewareHandler<HttpEnv> = async (c, next) => {
    const caller = callerIpAddress(c, config.trustedProxyHops) ?? 'internal';
    const wait = limiter.spend(REPORTS_OF_CALLER, caller) ?? limiter.spend(REPORTS_OF_ALL, 'all');
    return wait === null ? next() : c.body(null, 429, { 'retry-after': String(wait) });
  };
  const small = limitBody({ maxSize: BODY_LIMIT_BYTES, onError: (c) => c.body(null, 413) });
  app.post(CSP_REPORTS_PATH, limited, small, async (c) => {
    const reports = readReports(await c.req.text());
    for (const report of reports) log.warn(report, 'content security policy violated');
    await countCspReports(platform, reports).catch((error: unknown) =>
      log.warn({ err: error }, 'reports of the content security policy were not counted'),
    );
    return c.body(null, 204);
  });
}

function readReports(posted: string): CspReport[] {
  let json: unknown;
  try {
    json = JSON.parse(posted);
  } catch {
    return [];
  }
  return (Array.isArray(json) ? json : [json]).slice(0, REPORTS_PER_BODY).flatMap((each: unknown) => {
    const fresh = newForm.safeParse(each);
    if (fresh.success) {
      const { effectiveDirective, blockedURL, documentURL, sourceFile } = fresh.data.body;
      return describe(effectiveDirective, blockedURL, documentURL, sourceFile);
    }
    const old = oldForm.safeParse(each);
    if (!old.success) return [];
    const report = old.data['csp-report'];
    const directive = report['effective-directive'] || report['violated-directive'];
    return describe(directive, report['blocked-uri'], report['document-uri'], report['source-file']);
  });
}

function describe(directive: string, blocked: string, page: string, source: string): CspReport {
  return {
    directive: directive.replaceAll(/[^\w-]/g, '').slice(0, 40),
    blocked: originOf(blocked),
    page: firstFolderOf(page),
    source: originOf(source),
  };
}

/** Without the path, which may be a secret. Keywords such as `inline` stay. */
function originOf(text: string): string {
  const url = URL.parse(text);
  return url ? `${url.protocol}//${url.host}`.slice(0, 100) : text.replaceAll(/[^\w-]/g, '').slice(0, 20);
}

/** E.g. `/pedido`: the rest may be the secret path of an order. */
function firstFolderOf(url: string): string {
  const first = URL.parse(url)?.pathname.split('/')[1] ?? '';
  return `/${first.slice(0, 40)}`;
}
