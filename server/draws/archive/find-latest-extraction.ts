import { sql, type Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { agreedExtraction } from '@mare/domain/draws/lottery/archive-anomalies.ts';
import type { Extraction } from '@mare/domain/draws/lottery/extraction.ts';
import { listReports } from './archive.queries.ts';

/** The latest extraction of the archive whose prizes are known, or null. */
export async function findLatestExtraction(
  db: Kysely<DB>,
): Promise<(Extraction & { prizes: readonly string[] }) | null> {
  const { rows } = await sql<{ number: number }>`
    select number from lottery_extractions where prizes is not null order by number desc limit 1`.execute(db);
  if (!rows[0]) return null;
  const { number } = rows[0];
  const reports = await listReports(db, number);
  const { prizes, ...extraction } = agreedExtraction(reports.filter((report) => report.number === number));
  return prizes && { ...extraction, prizes };
}
