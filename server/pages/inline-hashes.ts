/** Changes to a rendered page's HTML before it is sent: hashes of inline code, priorities of scripts. */
import { createHash } from 'node:crypto';
import type { InlinePolicy } from '../platform/http/http.ts';

/**
 * Replaces the nonces of inline scripts and styles by hashes for the Content-Security-Policy: unlike a nonce, a hash holds
 * for every copy of a cached page. Only elements rendered with the nonce are hashed, so injected ones never run.
 *
 * @see https://www.w3.org/TR/CSP3/#strict-csp
 */
export function hashInline(html: string, nonce: string): { html: string; policy: InlinePolicy } {
  const mark = ` nonce="${nonce}"`;
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const [, tag, attributes = '', content = ''] of html.matchAll(
    /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g,
  )) {
    if (!attributes.includes(mark) || content === '') continue;
    const hash = createHash('sha256').update(content).digest('base64');
    (tag === 'script' ? scripts : styles).add(`'sha256-${hash}'`);
  }
  return { html: html.replaceAll(mark, ''), policy: { scripts: [...scripts], styles: [...styles] } };
}

/** Lowers the priority of script preloads, so that browsers load images and fonts first. */
export function deprioritizeScripts(html: string): string {
  return html.replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ');
}
