import type { LoggedCorrection, RifaCorrection } from '@mare/contract/rifas/corrections.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { loggedLines } from '@mare/domain/rifas/corrections/logged-corrections.ts';
import { toEntryText } from '@mare/domain/transparency/log/entry-fields.ts';
import type { EntryOf } from '@mare/domain/transparency/log/log-entry.ts';
import { findLatestEntry } from '../../transparency/entries/find-latest-entry.ts';
import { listEntries } from '../../transparency/entries/list-entries.ts';

interface Corrections {
  /** Newest first. */
  corrections: RifaCorrection[];
  /** Corrections in the public log that were deleted from the history, or changed there. */
  deletedCorrections: LoggedCorrection[];
}

/** Announced corrections of a rifa, compared with the public log. */
export async function listCorrections(db: Database, rifaId: string): Promise<Corrections> {
  // Read the log before the history: a correction announced between the reads must not look deleted.
  const loggedBefore = await listLogged(db, rifaId);
  const rows = await db
    .selectFrom('rifaCorrections')
    .select(['version', 'reason', 'changes', 'createdAt'])
    .where('rifaId', '=', rifaId)
    .orderBy('version', 'desc')
    .execute();
  const shown = rows.map((row) => ({
    version: row.version,
    at: row.createdAt.toISOString(),
    reason: row.reason,
    changes: row.changes as unknown as RifaCorrection['changes'],
  }));
  // And again after it: nor may it look invented.
  const logged =
    shown.length > 0 && (await isPublicationLogged(db, rifaId)) ? await listLogged(db, rifaId) : null;
  return {
    corrections: shown.map((correction) => {
      const { at, reason, changes } = correction;
      return { at, reason, changes, isLogged: logged?.some((entry) => isSame(correction, entry)) ?? true };
    }),
    deletedCorrections: loggedBefore
      .filter((entry) => !shown.some((correction) => isSame(correction, entry)))
      .map(({ at, reason, changes }) => ({ at, reason, changes })),
  };
}

function isSame(
  { version, reason, changes }: { version: number } & Pick<RifaCorrection, 'reason' | 'changes'>,
  entry: EntryOf<'amended'>,
): boolean {
  return (
    version === entry.version &&
    toEntryText(reason) === entry.reason &&
    loggedLines(changes).join('\n') === entry.changes.join('\n')
  );
}

/** False for a rifa from before the log. */
async function isPublicationLogged(db: Database, rifaId: string): Promise<boolean> {
  return (await findLatestEntry(db, rifaId, 'published')) !== null;
}

/** Newest first. */
async function listLogged(db: Database, rifaId: string): Promise<EntryOf<'amended'>[]> {
  const entries = await listEntries(db, rifaId, ['amended']);
  return entries.toSorted((one, other) => other.version - one.version);
}
