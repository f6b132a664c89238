/** CSV exports of whole lists, read in batches so that memory stays constant. */
import { type Kysely, sql } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { BYTE_ORDER_MARK, csvLine } from '@mare/domain/admin/csv.ts';
import { SEGMENT_NAMES } from '@mare/domain/personalization/segments.ts';
import { PERIODS } from '@mare/domain/ranking/periods.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import type { PeopleFilters } from '@mare/contract/admin/people-admin.ts';
import { emailOrStated } from '../../accounts/express/stated-email.ts';
import { compilePeopleFilter } from '../people/people.queries.ts';
import { selectCohortMonths } from '../analytics/cohorts.queries.ts';
import { type ExportFilter, exportFilters } from './export-filters.ts';
import { businessLists } from './business-lists.ts';
import { moneyLists } from './money-lists.ts';
import { movementList } from './movement-list.ts';
import { labelOf, type ExportedList, type ExportBatch, batchOf, BATCH_ROWS } from './export-batch.ts';

export type ExportName = keyof typeof exportFilters;
export const EXPORTS = Object.keys(exportFilters) as ExportName[];

type Lists = { [Name in ExportName]: ExportedList<ExportFilter<Name>> };

/** Yields the file in chunks. */
export async function* exportList<Name extends ExportName>(
  db: Kysely<DB>,
  name: Name,
  filter: ExportFilter<Name>,
): AsyncGenerator<string> {
  const list: Lists[Name] = lists[name];
  yield BYTE_ORDER_MARK + csvLine(list.head);
  let after: ExportBatch['next'] = null;
  do {
    const batch: ExportBatch = await list.read(db, after, filter);
    if (batch.rows.length > 0) yield batch.rows.map(csvLine).join('');
    after = batch.next;
  } while (after);
}

const people: ExportedList<Partial<PeopleFilters>> = {
  head: [
    'Nome',
    'E-mail',
    'E-mail confirmado',
    'Telefone',
    'Cidade',
    'Estado',
    'Segmento',
    'Pedidos',
    'Total pago',
    'Desde',
  ],
  async read(db, after, { segment = '', search = '' }) {
    const { condition } = await compilePeopleFilter(db, { search, segment });
    const rows = await db
      .selectFrom('profiles')
      .select(['id', 'name', 'email', 'phone', 'city', 'state', 'segment', 'totalOrders', 'totalSpent'])
      .select(['createdAt', sql<string>`created_at::text`.as('at'), emailOrStated.as('emailOrStated')])
      .where(condition)
      .$if(after !== null, (query) =>
        query
          .where('createdAt', '<=', sql<Date>`${after!.at}::timestamptz`)
          .where((eb) =>
            eb.or([eb('createdAt', '<', sql<Date>`${after!.at}::timestamptz`), eb('id', '>', after!.id)]),
          ),
      )
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute();
    return batchOf(rows, (row) => [
      row.name,
      row.emailOrStated,
      row.emailOrStated && (row.email ? 'Sim' : 'Não'),
      row.phone && formatPhone(row.phone),
      row.city,
      row.state,
      labelOf(SEGMENT_NAMES, row.segment),
      row.totalOrders,
      reais(row.totalSpent),
      row.createdAt,
    ]);
  },
};

/** At most ten sources per day, so a few thousand rows per year. */
const rankings: ExportedList = {
  head: ['Ranking', 'Início', 'Lugar', 'Nome', 'E-mail', 'Pontos', 'Prêmio', 'Entregue em'],
  async read(db) {
    const rows = await db
      .selectFrom('rankingWinners as winner')
      .leftJoin('profiles', 'profiles.id', 'winner.userId')
      .select(['winner.kind', 'winner.startsAt', 'winner.place', 'profiles.name', emailOrStated.as('email')])
      .select(['winner.points', 'winner.prize', 'winner.deliveredAt'])
      .where('winner.reassignedAt', 'is', null)
      .orderBy('winner.startsAt', 'desc')
      .orderBy('winner.kind')
      .orderBy('winner.place')
      .execute();
    return {
      next: null,
      rows: rows.map((row) => [
        labelOf(PERIODS, row.kind),
        row.startsAt,
        row.place,
        row.name,
        row.email,
        row.points,
        row.prize,
        row.deliveredAt,
      ]),
    };
  },
};

/** Visits by day and source, up to the day before yesterday. */
const visits: ExportedList = {
  head: ['Dia', 'Origem', 'Visitas', 'Abriram rifa', 'Carrinho', 'Pedido', 'Pago', 'Receita'],
  async read(db) {
    const rows = await db
      .selectFrom('visitDays')
      .selectAll()
      .select(sql<string>`to_char(day, 'DD/MM/YYYY')`.as('date'))
      .orderBy('day', 'desc')
      .orderBy('visits', 'desc')
      .execute();
    return {
      next: null,
      rows: rows.map((row) => [
        row.date,
        row.source,
        row.visits,
        row.viewed,
        row.carted,
        row.ordered,
        row.paid,
        reais(row.paidAmount),
      ]),
    };
  },
};

const cohorts: ExportedList = {
  head: ['Primeira compra', 'Mês', 'Compradores', 'Pedidos', 'Receita'],
  async read(db) {
    const rows = await selectCohortMonths(db, 600);
    return {
      next: null,
      rows: rows.map((row) => [
        monthOf(row.firstMonth),
        monthOf(row.month),
        row.buyers,
        row.orders,
        row.paidCentavos / 100,
      ]),
    };
  },
};

const lists: Lists = {
  pessoas: people,
  rankings,
  visitas: visits,
  coortes: cohorts,
  ...businessLists,
  ...moneyLists,
  movimento: movementList,
};

/** E.g. '11/2026'. @param month its first day */
function monthOf(day: string): string {
  const [year, month] = day.split('-');
  return `${month}/${year}`;
}

function reais(numeric: string): number {
  return centavosFromNumeric(numeric) / 100;
}
