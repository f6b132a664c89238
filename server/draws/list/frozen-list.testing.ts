import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { readListText } from './read-list.ts';

/** The published text of a frozen list. */
export async function readFrozenText(db: Kysely<DB>, rifaId: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of readListText(db, rifaId)) parts.push(part);
  return Buffer.concat(parts).toString();
}
