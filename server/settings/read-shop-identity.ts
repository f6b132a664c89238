import { shopIdentityLines } from '@mare/domain/admin/shop-identity.ts';
import { defineCache } from '../platform/caching/caches.ts';
import { memoizeAsync } from '../platform/caching/memoize-async.ts';
import type { LogoPicture } from '../platform/documents/logo.ts';
import type { Platform } from '../platform/platform.ts';
import { findLogoPicture } from './logo/logos.queries.ts';
import { readSite } from './read-site.ts';

export interface ShopIdentity {
  name: string;
  /** Organiser and support, for the footer of mails and documents; empty until they are set. */
  lines: string[];
}

export interface ShopBrand extends ShopIdentity {
  /** Wide logo for horizontal layouts; null while the shop has none. */
  logo: LogoPicture | null;
}

type Deps = Pick<Platform, 'db' | 'caches' | 'clock'>;

const pictureCache = defineCache(() => memoizeAsync<Buffer | null>(2));

export async function readShopIdentity(platform: Deps): Promise<ShopIdentity> {
  const { name, contacts } = await readSite(platform);
  return { name, lines: shopIdentityLines(name, contacts) };
}

/** Includes the logo, for documents and pictures. */
export async function readShopBrand(platform: Deps): Promise<ShopBrand> {
  const [identity, { logo }] = await Promise.all([readShopIdentity(platform), readSite(platform)]);
  const shown = logo.wide ?? logo.mark;
  const png =
    shown && (await pictureCache(platform).get(shown.id, () => findLogoPicture(platform.db, shown.id)));
  return { ...identity, logo: png ? { png, width: shown.width, height: shown.height } : null };
}
