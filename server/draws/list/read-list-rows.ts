/** Rows of the frozen list for spreadsheets, read chunk by chunk: a rifa may have ten million numbers. */
import { sql, type Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { buyerTag } from '@mare/domain/draws/sealing/sold-list.ts';
import { emailOrStated } from '../../accounts/express/stated-email.ts';
import { listClaimedGifts } from '../../orders/gifts/list-claimed-gifts.ts';
import { computeTagOpening } from './compute-tag-opening.ts';
import { findIdsOnLists } from './find-ids-on-lists.ts';
import { readChunk } from './read-list.ts';

const PUBLIC_HEAD = ['Número', 'Código do comprador', 'Vendida em mãos'];
const NAMED_HEAD = ['Número', 'Comprador', 'Telefone', 'E-mail', ...PUBLIC_HEAD.slice(1)];
const PEOPLE_PER_BATCH = 5_000;

interface Holder {
  name: string | null;
  phone: string | null;
  email: string | null;
}

/** The header first, then a batch for each chunk of the list, in its order. @param named adds who holds each number */
export async function* readListRows(
  db: Kysely<DB>,
  rifaId: string,
  named: boolean,
): AsyncGenerator<string[][]> {
  const holders = named ? await readHolders(db, rifaId) : null;
  yield [holders ? NAMED_HEAD : PUBLIC_HEAD];
  for (let chunkNo = 0; ; chunkNo++) {
    const chunk = await readChunk(db, rifaId, chunkNo);
    if (!chunk) return;
    yield chunk
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => toRow(line, holders));
  }
}

/** Format of a line: a number, a tag, and a mark if it was sold by hand. */
function toRow(line: string, holders: ReadonlyMap<string, Holder> | null): string[] {
  const [number = '', tag = '', mark] = line.split(' ');
  const isManual = mark === undefined ? '' : 'sim';
  if (!holders) return [number, tag, isManual];
  const holder = holders.get(tag);
  return [
    number,
    holder?.name ?? 'Conta encerrada',
    holder?.phone ? formatPhone(holder.phone) : '',
    holder?.email ?? '',
    tag,
    isManual,
  ];
}

/** Finds holders by tag, because changes to an order after the freeze do not change the holder on the list. */
async function readHolders(db: Kysely<DB>, rifaId: string): Promise<Map<string, Holder>> {
  const { tagKey } = await db
    .selectFrom('drawListSecrets')
    .select('tagKey')
    .where('rifaId', '=', rifaId)
    .executeTakeFirstOrThrow();
  const gifts = await listClaimedGifts(db, rifaId);
  const recipients = [...new Set(gifts.map(({ recipientId }) => recipientId))];
  const holders = new Map<string, Holder>();
  for (let after: string | null = null; ;) {
    const people: (Holder & { id: string })[] = await selectPeople(db, rifaId, recipients, after);
    const ids = await findIdsOnLists(
      db,
      people.map(({ id }) => id),
    );
    for (const { id, ...person } of people)
      for (const former of ids.get(id) ?? [])
        holders.set(buyerTag(rifaId, computeTagOpening(tagKey, former)), person);
    if (people.length < PEOPLE_PER_BATCH) return holders;
    after = people.at(-1)!.id;
  }
}

/** Buyers and recipients of gifts, by id. */
async function selectPeople(
  db: Kysely<DB>,
  rifaId: string,
  recipients: readonly string[],
  after: string | null,
): Promise<(Holder & { id: string })[]> {
  const { rows } = await sql<Holder & { id: string }>`
    select profiles.id, coalesce(profiles.name, case when profiles.deleted_at is null then 'Sem nome' end) as name,
      profiles.phone, ${emailOrStated} as email
    from profiles
    where (id = any(${recipients}::uuid[]) or exists (
        select from orders join order_items item on item.order_id = orders.id
        where orders.user_id = profiles.id and orders.paid_at is not null and item.rifa_id = ${rifaId}::uuid))
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${PEOPLE_PER_BATCH}`.execute(db);
  return rows;
}
