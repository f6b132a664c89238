import type { Kysely } from 'kysely';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import type { DB } from '@mare/database/schema.ts';
import type { EntryKind, EntryOf } from '@mare/domain/transparency/log/log-entry.ts';
import { compareShownInstant } from '@mare/domain/transparency/verify/shown/verify-shown.ts';
import { differingTerms } from '@mare/domain/transparency/verify/shown/verify-terms.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import { listEntries } from '../../transparency/entries/list-entries.ts';
import { readShownDraw } from '../proofs/read-shown-draw.ts';

/** Whether the pages of a rifa without a seal show what was published, or corrected in public. */
export function doTermsAgree(db: Kysely<DB>, audit: DrawAudit): Promise<boolean> {
  const { id } = audit.rifa;
  return inSnapshot(db, async (trx) => {
    const entries = await listEntries(trx, id, KINDS);
    const published = entries.find((entry) => entry.kind === 'published');
    // A rifa from before the log.
    if (!published) return true;
    const amended = entries.filter((entry): entry is EntryOf<'amended'> => entry.kind === 'amended');
    const shown = await readShownDraw(trx, audit);
    const differences = [
      ...differingTerms(shown, { published, amended }),
      ...compareShownInstant(
        shown.instantPrizes,
        id,
        entries.map((entry) => ({ entry })),
      ),
    ];
    return differences.length === 0;
  });
}

const KINDS = [
  'published',
  'amended',
  'hidden',
  'placed',
  'revealed',
] as const satisfies readonly EntryKind[];
