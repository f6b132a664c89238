/** Orders, payments and prizes. Tables found through orders come before them. */
import { sql } from 'kysely';
import {
  by,
  erasedText,
  noObject,
  nothing,
  ofOrders,
  ofPerson,
  type PersonalDataOwner,
  type PersonalDataTable,
} from './personal-data-table.ts';

const ofWinners = ({ userId }: PersonalDataOwner) =>
  sql`winner_id in (select id from rifa_winners where user_id = ${userId})`;

export const PURCHASE_DATA: PersonalDataTable[] = [
  // The visit stays counted, without its order.
  {
    table: 'visits',
    section: 'visitas',
    columns: ['day', 'source', 'viewed_at', 'carted_at', 'ordered_at'],
    whose: ofOrders,
    onDeletion: { order_id: nothing },
  },
  {
    table: 'regulation_acceptances',
    section: 'regulamentosAceitos',
    columns: ['rifa_id', 'regulation_sha256', 'accepted_at'],
    whose: by('user_id'),
    onDeletion: 'keep',
  },
  {
    table: 'anonymous_cart_items',
    section: 'carrinhos',
    columns: ['rifa_id', 'quantity', 'tier', 'selected_numbers', 'rifa_data', 'added_at'],
    whose: ({ userId }) =>
      sql`session_id in (select session_id from anonymous_cart_sessions where user_id = ${userId})`,
    onDeletion: 'delete',
  },
  { table: 'anonymous_cart_sessions', whose: by('user_id'), onDeletion: 'delete' },
  {
    table: 'orders',
    section: 'pedidos',
    columns: [
      'id',
      'external_reference',
      'status',
      'quantity',
      'total_amount',
      'customer',
      'network',
      'created_at',
      'paid_at',
    ],
    whose: by('user_id'),
    onDeletion: { customer: noObject, network: nothing, receipt_nonce: nothing },
  },
  {
    table: 'order_items',
    section: 'cotas',
    columns: [
      'order_id',
      'rifa_id',
      'quantity',
      'bonus_quantity',
      'unit_price',
      'total_amount',
      'selected_numbers',
    ],
    whose: ofOrders,
    onDeletion: 'keep',
  },
  {
    table: 'order_receipts',
    section: 'comprovantes',
    columns: ['order_id', 'receipt'],
    whose: ofOrders,
    // With the nonce, names and CPFs can be tested against the commitment, which the log keeps.
    onDeletion: { nonce: nothing },
  },
  {
    table: 'returned_cotas',
    section: 'cotasDevolvidas',
    columns: ['order_id', 'rifa_id', 'numbers', 'amount', 'created_at', 'released_at'],
    whose: ofOrders,
    onDeletion: 'keep',
  },
  {
    table: 'instant_prizes',
    section: 'cotasPremiadas',
    columns: ['rifa_id', 'name', 'number', 'found_at', 'voided_at', 'delivered_at'],
    whose: by('user_id'),
    onDeletion: { delivery_note: nothing },
  },
  {
    table: 'cota_gifts',
    section: 'presentes',
    columns: ['rifa_id', 'number', 'recipient_name', 'message', 'created_at', 'claimed_at', 'cancelled_at'],
    whose: ({ userId }) => sql`giver_id = ${userId} or recipient_id = ${userId}`,
    onDeletion: { recipient_name: sql`'(apagado)'`, message: nothing },
  },
  {
    table: 'group_purchases',
    section: 'boloes',
    columns: ['token', 'rifa_id', 'name', 'parts', 'deadline', 'created_at', 'ended_at', 'end_reason'],
    whose: by('starter_id'),
    onDeletion: { name: erasedText },
  },
  {
    table: 'rifa_shares',
    section: 'cotasPorRifa',
    columns: ['rifa_id', 'cotas'],
    whose: ofPerson('user_id'),
    onDeletion: 'keep',
  },
  {
    table: 'payment_attempts',
    section: 'cobrancas',
    columns: ['order_id', 'provider', 'kind', 'amount', 'state', 'created_at'],
    whose: ofOrders,
    onDeletion: { request: nothing, last_error: nothing, url: nothing, sandbox_url: nothing },
  },
  {
    table: 'provider_payments',
    section: 'pagamentos',
    columns: ['order_id', 'provider', 'payment_id', 'amount', 'refunded', 'state', 'method', 'approved_at'],
    whose: ofOrders,
    onDeletion: 'keep',
  },
  {
    table: 'refunds',
    section: 'reembolsos',
    columns: ['payment_id', 'amount', 'reason', 'state', 'created_at'],
    whose: (person) =>
      sql`(provider, payment_id) in (select provider, payment_id from provider_payments where ${ofOrders(person)})`,
    onDeletion: 'keep',
  },
  {
    table: 'photo_consents',
    section: 'autorizacoesDeFoto',
    columns: ['wording', 'given_at', 'withdrawn_at'],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  { table: 'prize_photos', whose: ofWinners, onDeletion: 'delete' },
  {
    table: 'prize_contacts',
    section: 'contatosSobrePremios',
    columns: ['contacted_at', 'channel', 'outcome', 'note'],
    whose: ofWinners,
    onDeletion: { note: erasedText },
  },
  {
    table: 'prize_claims',
    section: 'retiradasDePremio',
    columns: [
      'state',
      'claim_until',
      'claimed_at',
      'contact',
      'sent_at',
      'sent_note',
      'delivered_at',
      'delivery_note',
    ],
    whose: ofWinners,
    // A delivered prize requires a note.
    onDeletion: {
      contact: nothing,
      sent_note: nothing,
      delivery_note: sql`case when delivery_note is not null then '(apagado)' end`,
      proof: nothing,
      proof_type: nothing,
    },
  },
  {
    table: 'rifa_winners',
    section: 'premios',
    columns: ['rifa_id', 'winner_name', 'winner_number', 'winner_position', 'created_at'],
    whose: by('user_id'),
    onDeletion: { winner_name: sql`'Conta excluída'`, winner_email: nothing },
  },
  {
    table: 'replaced_winners',
    section: 'premiosCorrigidos',
    columns: ['rifa_id', 'winner_number', 'winner_position', 'delivered_at', 'delivery_note', 'replaced_at'],
    whose: by('user_id'),
    onDeletion: { delivery_note: sql`case when delivery_note is not null then '(apagado)' end` },
  },
];
