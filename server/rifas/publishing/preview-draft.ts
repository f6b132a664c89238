import type { InstantPrizes } from '@mare/contract/rifas/instant-prizes.ts';
import type { RifaPreview } from '@mare/contract/rifas/managed-rifa.ts';
import { readInstantPrizesToEdit } from '../../draws/instant/edit-instant-prizes.ts';
import type { Platform } from '../../platform/platform.ts';
import { findLegalPack } from '../legal/find-legal-pack.ts';
import { findShownRifa } from '../rifas.queries.ts';

const PREVIEWED = ['draft', 'scheduled'] as const;

/** Preview of the public page of an unpublished rifa, as if its sales opened now; null for any other rifa. */
export async function previewDraft(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  id: string,
): Promise<RifaPreview | null> {
  const now = clock.now();
  const rifa = await findShownRifa(db, id, now, PREVIEWED);
  const legal = rifa && (await findLegalPack(db, id, PREVIEWED));
  if (!rifa || !legal) return null;
  const groups = await readInstantPrizesToEdit(db, id);
  const prizes = groups.flatMap(({ name, valueCentavos, count }) =>
    Array.from({ length: count }, () => ({ name, valueCentavos })),
  );
  return {
    rifa: { ...rifa, status: 'active', opensAt: null },
    legal,
    instantPrizes: prizes.length === 0 ? null : unplacedPrizes(rifa, prizes, now),
  };
}

/** Cotas premiadas as on the first day: all available. Seed and commitments come with the publication. */
function unplacedPrizes(
  { id: rifaId, title, totalNumbers }: RifaPreview['rifa'],
  prizes: { name: string; valueCentavos: number | null }[],
  now: Date,
): InstantPrizes {
  return {
    rifaId,
    title,
    totalNumbers,
    placedAt: now.toISOString(),
    seedCommitment: '',
    seed: null,
    beacon: null,
    prizes: prizes.map((prize, index) => ({
      ...prize,
      position: index + 1,
      commitment: null,
      state: 'available',
      number: null,
      salt: null,
      foundAt: null,
      finder: null,
    })),
  };
}
