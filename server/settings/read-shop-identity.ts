import { shopIdentityLines } from '@mare/domain/admin/shop-identity.ts';
import type { Platform } from '../platform/platform.ts';
import { readSite } from './read-site.ts';

export interface ShopIdentity {
  name: string;
  /** Organiser and support, for the foot of mails and documents; empty while the shop has not said them. */
  lines: string[];
}

export async function readShopIdentity(
  platform: Pick<Platform, 'db' | 'caches' | 'clock'>,
): Promise<ShopIdentity> {
  const { name, contacts } = await readSite(platform);
  return { name, lines: shopIdentityLines(name, contacts) };
}
