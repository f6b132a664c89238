import type { ShopStats } from '@mare/contract/rifas/shop-stats.ts';
import { REAL_STATS_REFRESH_MS, type SocialProofMode } from '@mare/domain/social-proof/social-proof-mode.ts';
import { socialProofMode } from '../settings/social-proof-mode.ts';
import { defineCache } from '../platform/caching/caches.ts';
import type { Platform } from '../platform/platform.ts';
import { createTimedCache } from '../platform/caching/timed-cache.ts';
import { countShopStats } from './shop-stats.queries.ts';

export interface SocialProof {
  mode: SocialProofMode;
  /** Null unless the mode is real. */
  stats: ShopStats | null;
}

interface DemoOrNot {
  config: { demo: boolean };
}

/** A cache of one entry, because every page requests it. */
const socialProofCache = defineCache(() => createTimedCache<SocialProof>(REAL_STATS_REFRESH_MS));

/** Social proof in the mode of `settings.social_proof`, cached for up to 30 seconds. */
export function readSocialProof(
  platform: Pick<Platform, 'db' | 'caches' | 'clock'> & DemoOrNot,
): Promise<SocialProof> {
  const now = platform.clock.now();
  return socialProofCache(platform).get('social-proof', now, () => read(platform, now));
}

async function read({ db, config }: Pick<Platform, 'db'> & DemoOrNot, now: Date): Promise<SocialProof> {
  const row = await db
    .selectFrom('settings')
    .select(['value', 'version'])
    .where('key', '=', 'social_proof')
    .executeTakeFirst();
  const mode = socialProofMode(config, row);
  return { mode, stats: mode === 'real' ? await countShopStats(db, now) : null };
}
