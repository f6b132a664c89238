/** Where a visit came from, in a word or two that people read. */

export interface Arrival {
  /** `utm_source` of the address. */
  utmSource: string | null;
  /** Whether the address held an affiliate's code. */
  affiliate: boolean;
  /** Host of the page that led here; empty when the browser does not say. */
  referrerHost: string;
}

export const DIRECT = 'Direto';

const HOSTS: [name: string, host: RegExp][] = [
  ['Busca', /(^|\.)(google|bing|duckduckgo|ecosia|yahoo)\./],
  ['Instagram', /(^|\.)instagram\.com$/],
  ['Facebook', /(^|\.)(facebook|fb)\.com$/],
  ['WhatsApp', /(^|\.)(whatsapp\.com|wa\.me)$/],
  ['YouTube', /(^|\.)(youtube\.com|youtu\.be)$/],
  ['TikTok', /(^|\.)tiktok\.com$/],
  ['X', /(^|\.)(twitter\.com|x\.com|t\.co)$/],
  ['Telegram', /(^|\.)(telegram\.org|t\.me)$/],
];

/** What was said on purpose counts before what the browser tells by itself. */
export function visitSource({ utmSource, affiliate, referrerHost }: Arrival): string {
  const named = utmSource
    ?.toLowerCase()
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '')
    .trim()
    .slice(0, 40);
  if (named) return `utm: ${named}`;
  if (affiliate) return 'Afiliados';
  const host = referrerHost.toLowerCase();
  if (!/^[a-z0-9.-]{1,253}$/.test(host)) return DIRECT;
  const known = HOSTS.find(([, pattern]) => pattern.test(host));
  return known ? known[0] : host.replace(/^www\./, '').slice(0, 60);
}
