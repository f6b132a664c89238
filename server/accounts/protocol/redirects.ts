/** Redirect targets: this site and the allow list; anything else becomes the site. */
import type { AuthSettings } from '../auth-settings.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

type RedirectSettings = Pick<AuthSettings, 'siteUrl' | 'redirectAllowList' | 'allowLoopbackRedirects'>;

/** @returns the requested URL if allowed, otherwise the site's */
export function allowedRedirect(settings: RedirectSettings, requested: string | undefined): string {
  const url = requested === undefined ? null : parsePlainUrl(requested);
  return url && isAllowed(settings, url) ? url.href : settings.siteUrl;
}

/** Adds parameters to the query, the fragment or both: clients read either. */
export function withParameters(
  target: string,
  parameters: Record<string, string>,
  where: 'query' | 'fragment' | 'both',
): string {
  const url = new URL(target);
  if (where !== 'fragment')
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  if (where !== 'query') url.hash = new URLSearchParams(parameters).toString();
  return url.href;
}

/** Null for URLs that disguise their host: user-info, backslashes, decimal IP addresses. */
function parsePlainUrl(text: string): URL | null {
  const host = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]?.toLowerCase();
  if (!host || text.includes('\\') || host.includes('@') || !URL.canParse(text)) return null;
  const url = new URL(text);
  const standardPort = url.protocol === 'https:' ? ':443' : ':80';
  return url.host === host || `${url.host}${standardPort}` === host ? url : null;
}

function isAllowed(settings: RedirectSettings, url: URL): boolean {
  if (url.origin === new URL(settings.siteUrl).origin) return true;
  if (settings.allowLoopbackRedirects && LOOPBACK.has(url.hostname)) return true;
  return settings.redirectAllowList.some((entry) => globOf(entry).test(url.origin + url.pathname));
}

/** `*` matches anything without a dot or a slash. */
function globOf(entry: string): RegExp {
  const parts = entry.split('*').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^./]*')}/?$`);
}
