/** Traffic source of a visit, as displayed in the panel. */

export interface Arrival {
  /** `utm_source` of the URL. */
  utmSource: string | null;
  /** Whether the URL holds an affiliate code. */
  affiliate: boolean;
  /** Host of the referring page; empty if unknown. */
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

/** Explicit parameters take precedence over the referrer. */
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
