/** Rifas, affiliates, partners, campaigns and tickets for spreadsheets: newest first, a piece at a time. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { CsvCell } from '@mare/domain/admin/csv.ts';
import { type ExportedList, pieceOf, ROWS_AT_ONCE } from './pieces.ts';

/** A list whose cells are what the statement selects, in the order of the head. */
function newestFirst(
  head: string[],
  /** `row` is the table with the id and the moment that the list goes by. */
  { columns, from }: { columns: RawBuilder<unknown>; from: RawBuilder<unknown> },
): ExportedList {
  return {
    head,
    async read(db: Kysely<DB>, after) {
      const onwards = after
        ? sql`where row.created_at <= ${after.at}::timestamptz
            and (row.created_at < ${after.at}::timestamptz or row.id > ${after.id}::uuid)`
        : sql``;
      const { rows } = await sql<{ id: string; at: string; cells: CsvCell[] }>`
        select row.id, row.created_at::text as at, jsonb_build_array(${columns}) as cells
        from ${from} ${onwards}
        order by row.created_at desc, row.id limit ${ROWS_AT_ONCE}`.execute(db);
      return pieceOf(rows, ({ cells }) => cells);
    },
  };
}

export const businessLists = {
  rifas: newestFirst(['Rifa', 'Situação', 'Preço da cota', 'Números', 'Vendidos', 'Sorteio', 'Criada em'], {
    columns: sql`row.title, row.status, row.price, row.total_numbers, row.sold_numbers, row.draw_date, row.created_at`,
    from: sql`rifas as row`,
  }),
  afiliados: newestFirst(
    ['Nome', 'E-mail', 'Código', 'Situação', 'Comissões', 'Total em comissões', 'Desde'],
    {
      columns: sql`profiles.name, profiles.email, row.affiliate_code, row.status, earned.count, earned.total, row.created_at`,
      from: sql`affiliates as row join profiles on profiles.id = row.user_id join lateral (
        select count(*), coalesce(sum(commission_amount), 0) as total
        from affiliate_commissions where affiliate_id = row.id) as earned on true`,
    },
  ),
  parceiros: newestFirst(
    ['Empresa', 'Contato', 'E-mail', 'Telefone', 'Cidade', 'Situação', 'Vouchers', 'Validados', 'Desde'],
    {
      columns: sql`row.company_name, row.contact_name, row.email, row.phone, row.city, row.status, vouchers.count,
        vouchers.validated, row.created_at`,
      from: sql`partners as row join lateral (
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
        mails.unsubscribed, row.created_at`,
      from: sql`email_campaigns as row join lateral (
        select count(*) filter (where state in ('sending', 'sent', 'failed')) as sent,
          count(*) filter (where state = 'sent') as delivered, count(bounced_at) as bounced, count(opened_at) as opened,
          count(clicked_at) as clicked, count(unsubscribed_at) as unsubscribed
        from email_messages where campaign_id = row.id) as mails on true`,
    },
  ),
  atendimento: newestFirst(
    ['Assunto', 'De', 'E-mail', 'Situação', 'Prioridade', 'Responsável', 'Nota', 'Resolvido em', 'Aberto em'],
    {
      columns: sql`row.subject, coalesce(profiles.name, row.contact_name), coalesce(profiles.email, row.contact_email),
        row.status, row.priority, staff.name, row.satisfaction_rating, row.resolved_at, row.created_at`,
      from: sql`support_tickets as row left join profiles on profiles.id = row.user_id
        left join profiles as staff on staff.id = row.assigned_to`,
    },
  ),
} satisfies Record<string, ExportedList>;
