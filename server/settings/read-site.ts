import type { Contacts, Features, StoredLogos } from '@mare/contract/site.ts';
import type { CommissionTerms } from '@mare/domain/affiliates/commission-terms.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { shopPicturePath } from '@mare/domain/admin/logo-path.ts';
import { isReadable, themeColours } from '@mare/domain/admin/brand-colours.ts';
import { defineCache } from '../platform/caching/caches.ts';
import type { Platform } from '../platform/platform.ts';
import { createTimedCache } from '../platform/caching/timed-cache.ts';

interface Brand {
  name: string;
  heroTitle: string;
  heroText: string;
  brandColour: string | null;
  buttonColour: string | null;
}

export interface Site extends Pick<Brand, 'name' | 'heroTitle' | 'heroText'> {
  css: string;
  logo: StoredLogos;
  picture: string;
  announcement: { text: string; href: string } | null;
  features: Features;
  contacts: Contacts;
  commissions: CommissionTerms;
}

/** Cache lifetime, because every page and purchase reads the site. */
const CACHE_MS = 5_000;
const siteCache = defineCache(() => createTimedCache<Site>(CACHE_MS));

/** Reads the site's settings: at most 5 seconds stale, and current in the process that saved a change. */
export function readSite(platform: Pick<Platform, 'db' | 'caches' | 'clock'>): Promise<Site> {
  const now = platform.clock.now();
  return siteCache(platform).get('site', now, () => read(platform.db, now));
}

/** Invalidates the cache after a change. */
export function invalidateSite(platform: Pick<Platform, 'caches'>): void {
  siteCache(platform).clear();
}

async function read(db: Database, now: Date): Promise<Site> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', ['brand', 'logo', 'announcement', 'features', 'contacts', 'commissions'])
    .execute();
  const valueOf = (key: string) => rows.find((row) => row.key === key)!.value as unknown;
  const { name, heroTitle, heroText, ...colours } = valueOf('brand') as Brand;
  const { text, href, until } = valueOf('announcement') as {
    text: string;
    href: string;
    until: string | null;
  };
  const isShown = text !== '' && (until === null || new Date(until) > now);
  return {
    name,
    heroTitle,
    heroText,
    css: cssOf(colours),
    logo: valueOf('logo') as StoredLogos,
    picture: pictureOf(valueOf('logo') as StoredLogos),
    announcement: isShown ? { text, href } : null,
    contacts: readContacts(valueOf('contacts')),
    commissions: valueOf('commissions') as CommissionTerms,
    features: { ...LATER_FEATURES, ...(valueOf('features') as Omit<Features, keyof typeof LATER_FEATURES>) },
  };
}

/** A changed logo changes the path, because chats cache previews by it. */
function pictureOf({ wide, mark }: StoredLogos): string {
  const logo = wide ?? mark;
  return logo ? shopPicturePath(logo.id) : '/icons/share.png';
}

/** Defaults for settings that an earlier version saved without these keys. */
const LATER_FEATURES = { pixOnPage: true, confirmedPhone: false, groupPurchases: true };

const NO_ORGANISER = { organiser: '', cnpj: '', address: '', privacyEmail: '' };

/** Contacts saved by an earlier version have no organiser. */
export function readContacts(stored: unknown): Contacts {
  return { ...NO_ORGANISER, ...(stored as Omit<Contacts, keyof typeof NO_ORGANISER>) };
}

function cssOf({ brandColour, buttonColour }: Pick<Brand, 'brandColour' | 'buttonColour'>): string {
  const properties = [...propertiesOf('sea', brandColour), ...propertiesOf('coral', buttonColour)];
  return properties.length === 0 ? '' : `:root{${properties.join(';')}}`;
}

function propertiesOf(name: string, colour: string | null): string[] {
  if (colour === null || !/^#[0-9a-f]{6}$/.test(colour) || !isReadable(colour)) return [];
  const { light, dark } = themeColours(colour);
  return [
    `--color-${name}:light-dark(${light.base},${dark.base})`,
    `--color-${name}-strong:light-dark(${light.strong},${dark.strong})`,
    `--color-${name}-tint:light-dark(${light.tint},${dark.tint})`,
    `--color-on-${name}:light-dark(${light.on},${dark.on})`,
  ];
}
