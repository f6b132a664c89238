/** Exports of rifas, buyers, affiliates, partners, vouchers, coupons, campaigns and tickets, newest first in batches. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { CsvCell } from '@mare/domain/admin/csv.ts';
import { AFFILIATE_STATES } from '@mare/domain/affiliates/affiliate-state.ts';
import { CAMPAIGN_STATES } from '@mare/domain/campaigns/campaign-state.ts';
import { orderLabel, type ShownOrderState } from '@mare/domain/orders/order-label.ts';
import { PARTNER_STATES } from '@mare/domain/partners/partner-state.ts';
import { VOUCHER_STATES } from '@mare/domain/partners/voucher-state.ts';
import { RIFA_STATES } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { PRIORITIES } from '@mare/domain/support/response-due.ts';
import { TICKET_STATES } from '@mare/domain/support/ticket-state.ts';
import { emailOrStated } from '../../accounts/express/stated-email.ts';
import { cashOwedOf } from '../../orders/reading/cash-owed.ts';
import { disputedNowOf } from '../../orders/reading/disputed-orders.ts';
import { shownStatusOf } from '../../orders/participation/rifa-on-sale.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { stayingMoney } from '../../orders/returns/money-without-cotas.ts';
import { labelOf, type ExportedList, batchOf, BATCH_ROWS, type Labels } from './export-batch.ts';

/** A timestamp column in the format of `csvLine`. */
const moment = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'America/Maceio', 'DD/MM/YYYY HH24:MI')`;

const isClosedUnresolved = sql`(row.status = 'closed' and row.closed_unresolved)`;

type Cell = string | number | null | ShownOrderState;

/** A list whose cells are the selected columns, in the order of the header. */
function newestFirst<Filter = unknown>(
  head: string[],
  /** `row` is the table with the id and timestamp of the keyset pagination. */
  {
    columns,
    from,
    where = () => sql`true`,
    labels = {},
  }: {
    columns: RawBuilder<unknown>;
    from: (filter: Filter) => RawBuilder<unknown>;
    where?: (filter: Filter) => RawBuilder<unknown>;
    /** Labels of code columns, by header. */
    labels?: Record<string, Labels>;
  },
): ExportedList<Filter> {
  const formats = head.map((name) => formatOf(name, labels[name]));
  return {
    head,
    async read(db: Kysely<DB>, after, filter) {
      const onwards = after
        ? sql`and row.created_at <= ${after.at}::timestamptz
            and (row.created_at < ${after.at}::timestamptz or row.id > ${after.id}::uuid)`
        : sql``;
      const { rows } = await sql<{ id: string; at: string; cells: Cell[] }>`
        select row.id, row.created_at::text as at, jsonb_build_array(${columns}) as cells
        from ${from(filter)} where ${where(filter)} ${onwards}
        order by row.created_at desc, row.id limit ${BATCH_ROWS}`.execute(db);
      return batchOf(rows, ({ cells }) => cells.map((cell, at) => formatCell(cell, formats[at]!)));
    },
  };
}

function formatCell(cell: Cell, format: (text: string) => string): CsvCell {
  if (typeof cell === 'string') return format(cell);
  return typeof cell === 'object' && cell !== null ? orderLabel(cell) : cell;
}

/** Display format of a column. */
function formatOf(head: string, labels: Labels | undefined): (text: string) => string {
  if (labels) return (code) => labelOf(labels, code);
  return head === 'Telefone' ? formatPhone : (text) => text;
}

export const businessLists = {
  rifas: newestFirst(['Rifa', 'Situação', 'Preço da cota', 'Números', 'Vendidos', 'Sorteio', 'Criada em'], {
    columns: sql`row.title, ${shownStatusOf('row')}, row.price, row.total_numbers, row.sold_numbers, ${moment('row.draw_date')}, ${moment('row.created_at')}`,
    from: () => sql`rifas as row`,
    labels: { Situação: RIFA_STATES },
  }),
  afiliados: newestFirst(['Nome', 'E-mail', 'Código', 'Situação', 'Vendas', 'Total em comissões', 'Desde'], {
    columns: sql`profiles.name, ${emailOrStated}, row.affiliate_code, row.status, row.sales, earned.total, ${moment('row.created_at')}`,
    labels: { Situação: AFFILIATE_STATES },
    from: () => sql`affiliates as row join profiles on profiles.id = row.user_id join lateral (
        select coalesce(sum(commission_amount), 0) as total
        from affiliate_commissions where affiliate_id = row.id) as earned on true`,
  }),
  parceiros: newestFirst(
    ['Empresa', 'Contato', 'E-mail', 'Telefone', 'Cidade', 'Situação', 'Vouchers', 'Validados', 'Desde'],
    {
      columns: sql`row.company_name, row.contact_name, row.email, row.phone, row.city, row.status, vouchers.count,
        vouchers.validated, ${moment('row.created_at')}`,
      labels: { Situação: PARTNER_STATES },
      from: () => sql`partners as row join lateral (
        select count(*), count(validated_at) as validated from service_vouchers where partner_id = row.id) as vouchers on true`,
    },
  ),
  campanhas: newestFirst(
    [
      'Campanha',
      'Situação',
      'Enviados',
      'Entregues',
      'Devolvidos',
      'Abertos',
      'Clicados',
      'Descadastros',
      'Criada em',
    ],
    {
      columns: sql`row.name, row.status, mails.sent, mails.delivered, mails.bounced, mails.opened, mails.clicked,
        mails.unsubscribed, ${moment('row.created_at')}`,
      labels: { Situação: CAMPAIGN_STATES },
      from: () => sql`email_campaigns as row join lateral (
        select count(*) filter (where state in ('sent', 'failed')) as sent,
          count(*) filter (where state = 'sent') as delivered, count(bounced_at) as bounced, count(opened_at) as opened,
          count(clicked_at) as clicked, count(unsubscribed_at) as unsubscribed
        from email_messages where campaign_id = row.id) as mails on true`,
    },
  ),
  atendimento: newestFirst(
    [
      'Assunto',
      'De',
      'E-mail',
      'Situação',
      'Prioridade',
      'Responsável',
      'Nota',
      'Resolvido em',
      'Encerrado sem resolução em',
      'Aberto em',
    ],
    {
      columns: sql`row.subject, coalesce(profiles.name, row.contact_name), coalesce(${emailOrStated}, row.contact_email),
        row.status, row.priority, staff.name, row.satisfaction_rating,
        case when not ${isClosedUnresolved} then ${moment('row.resolved_at')} end,
        case when ${isClosedUnresolved} then ${moment('row.resolved_at')} end, ${moment('row.created_at')}`,
      labels: { Situação: TICKET_STATES, Prioridade: PRIORITIES },
      from: () => sql`support_tickets as row left join profiles on profiles.id = row.user_id
        left join profiles as staff on staff.id = row.assigned_to`,
    },
  ),
  cupons: newestFirst(
    [
      'Cupom',
      'Desconto (%)',
      'Desconto (R$)',
      'Situação',
      'Usos',
      'Limite',
      'Vale até',
      'Vendeu',
      'Criado em',
    ],
    {
      // Same columns as the list in the panel.
      columns: sql`row.code, row.percent, row.amount_off,
      case when row.expires_at <= now() then 'Vencido' when row.uses >= row.max_uses then 'Esgotado'
        when row.active then 'Valendo' else 'Pausado' end, row.uses, row.max_uses,
      ${moment('row.expires_at')}, sold.total, ${moment('row.created_at')}`,
      // Coupons have no id; keyset pagination needs one.
      from: () => sql`(select md5(code)::uuid as id, * from coupons) as row join lateral (
      select coalesce(sum(orders.total_amount - orders.returned_amount), 0) as total from coupon_claims
      join orders on orders.user_id = coupon_claims.user_id
        and orders.client_request_id = coupon_claims.client_request_id and orders.status = 'paid'
      where coupon_claims.coupon_code = row.code) as sold on true`,
    },
  ),
  vouchers: newestFirst(
    [
      'Código',
      'Prêmio',
      'Serviço',
      'Ganhou',
      'E-mail',
      'Parceiro',
      'Situação',
      'Vale até',
      'Validado em',
      'Criado em',
    ],
    {
      columns: sql`row.voucher_code, row.prize_name, row.service_type, coalesce(profiles.name, winner.winner_name),
        ${emailOrStated}, partners.company_name, row.status, ${moment('row.expires_at')}, ${moment('row.validated_at')}, ${moment('row.created_at')}`,
      labels: { Situação: VOUCHER_STATES },
      from: () => sql`service_vouchers as row join partners on partners.id = row.partner_id
        left join profiles on profiles.id = row.user_id left join rifa_winners as winner on winner.id = row.winner_id`,
    },
  ),
  compradores: newestFirst<{ rifaId: string }>(
    ['Pedido', 'Feito em', 'Nome', 'E-mail', 'Telefone', 'Cidade', 'Cotas', 'Total', 'Situação', 'Números'],
    {
      columns: sql`row.external_reference, ${moment('row.created_at')}, profiles.name, ${emailOrStated}, profiles.phone, profiles.city,
        bought.cotas, bought.total, jsonb_build_object('status', row.status, 'isDisputed', ${disputedNowOf('row')},
          'cashOwedCentavos', ${sql.raw(cashOwedOf('row.id'))}), bought.numbers`,
      from: ({ rifaId }) => sql`orders as row
        join profiles on profiles.id = row.user_id
        join rifas on rifas.id = ${rifaId}::uuid
        join lateral (
          select sum(item.quantity) as cotas, sum(${stayingMoney('item', 'row')}) as total, string_agg(formatted.numbers, ' ') as numbers
          from order_items as item cross join lateral (
            select string_agg(lpad(number::text, greatest(4, length(rifas.total_numbers::text)), '0'), ' ' order by number)
              as numbers
            from unnest(item.selected_numbers) as number) as formatted
          where item.order_id = row.id and item.rifa_id = rifas.id) as bought on true`,
      where: ({ rifaId }) =>
        sql`exists (select from order_items where order_id = row.id and rifa_id = ${rifaId}::uuid)`,
    },
  ),
};
