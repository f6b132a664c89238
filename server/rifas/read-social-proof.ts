import type { ShopFigures } from '@mare/contract/rifas/rifas.ts';
import type { Database } from '@mare/database/connect.ts';
import {
  DEFAULT_SOCIAL_PROOF,
  isSocialProofMode,
  REAL_FIGURES_EVERY_MS,
  type SocialProofMode,
} from '@mare/domain/social-proof/mode.ts';
import type { Platform } from '../platform/platform.ts';
import { countShopFigures } from './shop-figures.queries.ts';

export interface SocialProof {
  mode: SocialProofMode;
  /** Null unless the mode is real. */
  figures: ShopFigures | null;
}

/** Every page asks; the database is asked once in a while. */
const latest = new WeakMap<Database, { readAt: number; proof: Promise<SocialProof> }>();

/** What `settings.social_proof` chose, at most 30 seconds ago. */
export function readSocialProof({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<SocialProof> {
  const now = clock.now();
  const known = latest.get(db);
  if (known && now.getTime() - known.readAt < REAL_FIGURES_EVERY_MS) return known.proof;
  const proof = read(db, now);
  latest.set(db, { readAt: now.getTime(), proof });
  proof.catch(() => latest.delete(db));
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
  return { mode, figures: mode === 'real' ? await countShopFigures(db, now) : null };
}
