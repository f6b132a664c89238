import type { LoggedCorrection, RifaCorrection } from '@mare/contract/rifas/corrections.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { loggedLines } from '@mare/domain/rifas/corrections/logged-corrections.ts';
import { toEntryText } from '@mare/domain/transparency/log/entry-fields.ts';
import { decodeEntry } from '@mare/domain/transparency/log/log-entry.ts';

interface Corrections {
  /** Newest first. */
  corrections: RifaCorrection[];
  /** Corrections in the public log that were deleted from the history, or changed there. */
  deletedCorrections: LoggedCorrection[];
}

/** Announced corrections of a rifa, compared with the public log. */
export async function listCorrections(db: Database, rifaId: string): Promise<Corrections> {
  // Read the log before the history: a correction announced between the reads must not look deleted.
  const logged = await listLogged(db, rifaId);
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
  return {
    corrections: shown.map(({ at, reason, changes }) => ({ at, reason, changes })),
    deletedCorrections: logged
      .filter(
        (entry) =>
          !shown.some(
            ({ version, reason, changes }) =>
              version === entry.version &&
              toEntryText(reason) === entry.reason &&
              loggedLines(changes).join('\n') === entry.changes.join('\n'),
          ),
      )
      .map(({ at, reason, changes }) => ({ at, reason, changes })),
  };
}

async function listLogged(db: Database, rifaId: string) {
  const rows = await db
    .selectFrom('logEntries')
    .select('body')
    .where('subjectId', '=', rifaId)
    .where('kind', '=', 'amended')
    .orderBy('leafIndex', 'desc')
    .execute();
  return rows.flatMap(({ body }) => {
    const entry = decodeEntry(body);
    return entry?.kind === 'amended' ? [entry] : [];
  });
}
