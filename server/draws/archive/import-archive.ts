import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readArchiveFile, type RejectedLine } from '@mare/domain/draws/lottery/archive-file.ts';
import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import type { Platform } from '../../platform/platform.ts';
import { saveResponses } from './archive.queries.ts';

/** Every extraction from 1962 to 2024. */
const SHIPPED_FILE = join(import.meta.dirname, 'loteria-federal.csv');
const SOURCE = 'file';

export type ImportResult =
  | { ok: true; imported: number; rejected: RejectedLine[] }
  | { ok: false; code: 'NO_HEADER' };

/** Adds the extractions of a CSV file to the archive. Skips and reports invalid lines. */
export async function importArchive(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  csv: string,
): Promise<ImportResult> {
  const file = readArchiveFile(csv);
  if (!file) return { ok: false, code: 'NO_HEADER' };
  const responses = file.extractions.map((extraction) => ({
    ...extraction,
    source: SOURCE,
    next: null,
    rawBody: null,
    rawHash: sha256Hex(JSON.stringify([extraction.number, extraction.date, extraction.prizes])),
    url: null,
  }));
  await db.transaction().execute((trx) => saveResponses(trx, responses, clock.now()));
  return { ok: true, imported: responses.length, rejected: file.rejected };
}

/** Imports the shipped file unless a file was imported before. */
export async function importShippedArchive(platform: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const { rows } = await sql<{ imported: boolean }>`
    select exists (select from lottery_extractions where source = ${SOURCE}) as imported`.execute(
    platform.db,
  );
  if (!rows[0]!.imported) await importArchive(platform, await readFile(SHIPPED_FILE, 'utf8'));
}
