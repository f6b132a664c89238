/** Search for people by name, e-mail, phone or CPF, through the index of `person_search`. */
import { type RawBuilder, type Kysely, sql, type SqlBool } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { parseSearchText, type SearchText } from '@mare/domain/admin/search-text.ts';
import { containing } from '../../platform/database/list-page.ts';

/** Maximum matches read at once. With more, a list is read in its own order until a page is full. */
export const MATCHES_MAX = 5_000;
/** Share of a word's trigrams that a similar word has. */
const SIMILARITY = 0.45;

/** Digits of a phone without area code and ninth digit. */
const WHOLE_PHONE_DIGITS = 8;

/** Similar people that are compared: each takes about 50 µs. */
const CANDIDATES_MAX = 500;

export interface FoundPeople {
  ids: string[];
  /** More than `ids` match: filter by `matchesPerson` instead. */
  isPartial: boolean;
  /** Nothing matched exactly; these are similar. */
  isSimilar: boolean;
}

const NOBODY: FoundPeople = { ids: [], isPartial: false, isSimilar: false };

export async function findPeople(db: Kysely<DB>, text: SearchText): Promise<FoundPeople> {
  const condition = matchesPerson(text);
  if (!condition) return NOBODY;
  const { rows } = await sql<{ userId: string }>`
    select user_id from person_search where ${condition}
    ${text.cpf ? sql`union select id from profiles where cpf = ${text.cpf}` : sql``}
    limit ${sql.lit(MATCHES_MAX + 1)}`.execute(db);
  const ids = rows.map(({ userId }) => userId);
  if (ids.length > 0 || text.words.length === 0)
    return { ids, isPartial: ids.length > MATCHES_MAX, isSimilar: false };
  return findSimilarPeople(db, text.words);
}

/** A condition on `person_search`; null when the text can be no person. */
export function matchesPerson({ words, phone }: SearchText): RawBuilder<SqlBool> | null {
  // Few digits are matched at the end of a phone only: elsewhere they would match thousands of people.
  const isEnd = phone.length === 1 && phone[0]!.length < WHOLE_PHONE_DIGITS;
  if (phone.length > 0)
    return sql<SqlBool>`person_search.words like ${`%${phone.join('%')}${isEnd ? '' : '%'}`}`;
  if (words.length === 0) return null;
  // One condition a word: `like all` uses no index.
  const conditions = words.map((word) => sql`person_search.words like search_form(${containing(word)})`);
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** The ids of people that match a text of a search field, as a subquery; of no one if the text can be no person. */
export function peopleMatching(search: string): RawBuilder<string> {
  const text = parseSearchText(search);
  return sql<string>`(
    select user_id from person_search where ${matchesPerson(text) ?? sql`false`}
    ${text.cpf ? sql`union select id from profiles where cpf = ${text.cpf}` : sql``})`;
}

/** People whose words are similar to all of these, for typing errors. */
async function findSimilarPeople(db: Kysely<DB>, words: readonly string[]): Promise<FoundPeople> {
  // The provider of an e-mail is like that of half of the people.
  const long = words.map((word) => word.split('@', 1)[0]!).filter((word) => word.length > 3);
  if (long.length === 0) return NOBODY;
  const rows = await db.transaction().execute(async (trx) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(SIMILARITY)}, true)`.execute(
      trx,
    );
    const similar = long.map((word) => sql`search_form(${word}) <% words`);
    const found = await sql<{ userId: string }>`
      select user_id from (select user_id, words from person_search where ${sql.join(similar, sql` and `)}
        limit ${sql.lit(CANDIDATES_MAX)}) as candidate
      order by word_similarity(search_form(${long.join(' ')}), words) desc, user_id limit 50`.execute(trx);
    return found.rows;
  });
  return { ids: rows.map(({ userId }) => userId), isPartial: false, isSimilar: rows.length > 0 };
}
