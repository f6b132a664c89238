import type { ShopStats } from '@mare/contract/rifas/rifas.ts';
import type { Database } from '@mare/database/connect.ts';
import {
  DEFAULT_SOCIAL_PROOF,
  isSocialProofMode,
  REAL_STATS_REFRESH_MS,
  type SocialProofMode,
} from '@mare/domain/social-proof/mode.ts';
import type { Platform } from '../platform/platform.ts';
import { countShopStats } from './shop-stats.queries.ts';

export interface SocialProof {
  mode: SocialProofMode;
  /** Null unless the mode is real. */
  stats: ShopStats | null;
}

/** Cached, because every page requests it. */
const cache = new WeakMap<Database, { readAt: number; proof: Promise<SocialProof> }>();

/** Social proof in the mode of `settings.social_proof`, cached for up to 30 seconds. */
export function readSocialProof({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<SocialProof> {
  const now = clock.now();
  const cached = cache.get(db);
  if (cached && now.getTime() - cached.readAt < REAL_STATS_REFRESH_MS) return cached.proof;
  const proof = read(db, now);
  cache.set(db, { readAt: now.getTime(), proof });
  proof.catch(() => cache.delete(db));
  return proof;
}

async function read(db: Database, now: Date): Promise<SocialProof> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'social_proof')
    .executeTakeFirst();
  const chosen = (row?.value as { mode?: unknown } | null | undefined)?.mode;
  const mode = isSocialProofMode(chosen) ? chosen : DEFAULT_SOCIAL_PROOF;
  return { mode, stats: mode === 'real' ? await countShopStats(db, now) : null };
}
