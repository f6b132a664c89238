/** Affiliate earnings, partner vouchers, staff decisions and notes. */
import { sql } from 'kysely';
import { by, nothing, type PersonalDataTable, type PersonalDataOwner } from './personal-data-table.ts';

const ofAffiliate = ({ userId }: PersonalDataOwner) =>
  sql`affiliate_id in (select id from affiliates where user_id = ${userId})`;

export const WORK_DATA: PersonalDataTable[] = [
  {
    table: 'affiliate_commissions',
    section: 'comissoes',
    columns: ['order_id', 'kind', 'commission_amount', 'status', 'confirmed_at'],
    whose: ofAffiliate,
    onDeletion: 'keep',
  },
  {
    table: 'payouts',
    section: 'repasses',
    columns: ['period', 'amount', 'status', 'pix_key_type', 'pix_key', 'paid_at'],
    whose: ofAffiliate,
    // An approved payout requires a key.
    onDeletion: { pix_key: sql`case when pix_key is not null then '(apagado)' end` },
  },
  {
    table: 'affiliates',
    section: 'afiliado',
    columns: ['affiliate_code', 'own_commission_rate', 'status', 'pix_key_type', 'pix_key', 'created_at'],
    whose: by('user_id'),
    onDeletion: { pix_key: nothing, pix_key_type: nothing, status: sql`'suspended'` },
  },
  // Which admin closed the drawer or imported a report: bookkeeping.
  { table: 'cash_closings', whose: by('closed_by'), onDeletion: 'keep' },
  { table: 'settlement_reports', whose: by('imported_by'), onDeletion: 'keep' },
  {
    table: 'service_vouchers',
    section: 'vouchers',
    columns: [
      'voucher_code',
      'service_type',
      'prize_name',
      'status',
      'created_at',
      'expires_at',
      'booked_for',
    ],
    whose: by('user_id'),
    onDeletion: 'keep',
  },
  { table: 'desk_agents', whose: by('user_id'), onDeletion: 'delete' },
  // Which colleague set numbers aside for a stand.
  { table: 'stand_allotments', whose: by('seller_id'), onDeletion: 'keep' },
  // Which colleague may take them over.
  { table: 'stand_allotments', whose: by('offered_to'), onDeletion: 'keep' },
  // Which colleague last changed a view of the team.
  { table: 'order_views', whose: by('updated_by'), onDeletion: 'keep' },
  // Which colleague started an action on many orders or people.
  { table: 'bulk_actions', whose: by('created_by'), onDeletion: 'keep' },
  {
    table: 'person_notes',
    section: 'anotacoes',
    columns: ['note', 'created_at'],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  {
    table: 'person_tags',
    section: 'marcadores',
    columns: ['tag'],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  // The id of the deciding admin, which refers to an empty account.
  { table: 'partners', whose: by('decided_by'), onDeletion: 'keep' },
  { table: 'draw_seals', whose: by('sealed_by'), onDeletion: 'keep' },
  {
    table: 'lottery_results',
    whose: ({ userId }) => sql`entered_by = ${userId} or decided_by = ${userId}`,
    onDeletion: 'keep',
  },
  {
    table: 'approvals',
    whose: ({ userId }) =>
      sql`requested_by = ${userId} or approved_by = ${userId} or cancelled_by = ${userId}`,
    onDeletion: 'keep',
  },
  {
    table: 'team_invitations',
    whose: ({ userId, email }) => sql`invited_by = ${userId} or accepted_by = ${userId} or email = ${email}`,
    onDeletion: 'delete',
  },
  { table: 'settings', whose: by('updated_by'), onDeletion: 'keep' },
  { table: 'legal_files', whose: by('stored_by'), onDeletion: 'keep' },
  // The organiser has to keep the people it names out of its rifas.
  {
    table: 'excluded_people',
    section: 'impedimentos',
    columns: ['cpf', 'added_at'],
    whose: ({ userId }) => sql`cpf = (select cpf from profiles where id = ${userId})`,
    onDeletion: 'keep',
  },
  // The ids stay; they refer to empty accounts.
  {
    table: 'merged_people',
    section: 'contasUnidas',
    columns: ['former_email', 'merged_at'],
    whose: ({ userId }) => sql`former_id = ${userId} or into_id = ${userId}`,
    onDeletion: { former_email: nothing },
  },
];
