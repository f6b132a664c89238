/**
 * Every table that holds something of a person: what of it they are given when they ask for their data, and what happens
 * to it when they delete their account. A table that refers to people and is missing here fails a test.
 */
import { type RawBuilder, sql } from 'kysely';

export interface Person {
  userId: string;
  /** In lower case; null when the account has none. */
  email: string | null;
}

export interface HeldTable {
  table: string;
  /** Section of the export; without one the rows say nothing that the person has not got elsewhere. */
  section?: string;
  /** Columns of the export. */
  columns?: string[];
  whose: (person: Person) => RawBuilder<unknown>;
  /** `keep`: draws, law or bookkeeping need the rows, and nothing in them is personal. */
  onDeletion: 'delete' | 'keep' | Record<string, RawBuilder<unknown>>;
}

const by = (column: string) => (person: Person) => sql`${sql.ref(column)} = ${person.userId}`;
const byEmail = (person: Person) => sql`email = ${person.email}`;
const ofOrders = ({ userId }: Person) => sql`order_id in (select id from orders where user_id = ${userId})`;
/** Her own, and those written without signing in under her e-mail. */
const ofTickets =
  (column: string) =>
  ({ userId, email }: Person) =>
    sql`${sql.ref(column)} in
      (select id from support_tickets where user_id = ${userId} or contact_email = ${email})`;
const nothing = sql`null`;
const noObject = sql`'{}'::jsonb`;
const erasedText = sql`'(apagado)'`;

const ACCOUNT: HeldTable[] = [
  {
    table: 'profiles',
    section: 'perfil',
    columns: [
      'name',
      'email',
      'phone',
      'cpf',
      'birth_date',
      'city',
      'state',
      'segment',
      'total_orders',
      'total_spent',
      'total_points',
      'last_activity_at',
      'created_at',
    ],
    whose: by('id'),
    onDeletion: {
      name: nothing,
      email: nothing,
      phone: nothing,
      cpf: nothing,
      birth_date: nothing,
      city: nothing,
      state: nothing,
      role: sql`'buyer'`,
      deleted_at: sql`coalesce(deleted_at, now())`,
    },
  },
  {
    table: 'auth.users',
    section: 'conta',
    columns: ['email', 'phone', 'email_confirmed_at', 'last_sign_in_at', 'user_metadata', 'created_at'],
    whose: by('id'),
    onDeletion: {
      email: nothing,
      phone: nothing,
      new_email: nothing,
      password_hash: nothing,
      app_metadata: noObject,
      user_metadata: noObject,
      banned_until: sql`'9999-01-01'::timestamptz`,
    },
  },
  {
    table: 'auth.identities',
    section: 'formasDeEntrar',
    columns: ['provider', 'email', 'identity_data', 'last_sign_in_at', 'created_at'],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  {
    table: 'auth.sessions',
    section: 'sessoes',
    columns: ['user_agent', 'ip', 'created_at', 'refreshed_at'],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  {
    table: 'auth.mfa_factors',
    section: 'verificacaoEmDuasEtapas',
    columns: ['factor_type', 'friendly_name', 'phone', 'status', 'created_at'],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  {
    table: 'auth.audit_log',
    section: 'acessos',
    columns: ['event', 'ip', 'created_at'],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  { table: 'auth.known_devices', whose: by('user_id'), onDeletion: 'delete' },
  { table: 'auth.one_time_tokens', whose: by('user_id'), onDeletion: 'delete' },
  {
    table: 'auth.flow_states',
    whose: ({ userId }) => sql`user_id = ${userId} or linking_user_id = ${userId}`,
    onDeletion: 'delete',
  },
  {
    table: 'own_limits',
    section: 'limites',
    columns: [
      'monthly_limit',
      'next_monthly_limit',
      'next_limit_from',
      'paused_until',
      'excluded_until',
      'updated_at',
    ],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
];

const PURCHASES: HeldTable[] = [
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
      'created_at',
      'paid_at',
    ],
    whose: by('user_id'),
    onDeletion: { customer: noObject },
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
    table: 'instant_prizes',
    section: 'cotasPremiadas',
    columns: ['rifa_id', 'name', 'number', 'found_at', 'voided_at', 'delivered_at'],
    whose: by('user_id'),
    onDeletion: { delivery_note: nothing },
  },
  {
    table: 'cota_gifts',
    section: 'presentes',
    columns: ['rifa_id', 'number', 'recipient_name', 'created_at', 'claimed_at', 'cancelled_at'],
    whose: ({ userId }) => sql`giver_id = ${userId} or recipient_id = ${userId}`,
    onDeletion: { recipient_name: sql`'(apagado)'` },
  },
  {
    table: 'rifa_shares',
    section: 'cotasPorRifa',
    columns: ['rifa_id', 'cotas'],
    whose: by('user_id'),
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
    table: 'prize_claims',
    section: 'retiradasDePremio',
    columns: ['state', 'claim_until', 'claimed_at', 'contact', 'delivered_at', 'delivery_note'],
    whose: ({ userId }) => sql`winner_id in (select id from rifa_winners where user_id = ${userId})`,
    // A delivered prize has to have a note.
    onDeletion: {
      contact: nothing,
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
];

const COMMUNITY: HeldTable[] = [
  {
    table: 'notifications',
    section: 'notificacoes',
    columns: ['type', 'title', 'message', 'data', 'read', 'created_at'],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  { table: 'notification_reads', whose: by('user_id'), onDeletion: 'delete' },
  {
    table: 'activity_logs',
    section: 'atividades',
    columns: ['action', 'entity_type', 'entity_id', 'details', 'ip_address', 'created_at'],
    whose: ({ userId }) => sql`user_id = ${userId} or entity_id = ${userId}`,
    onDeletion: {
      details: sql`jsonb_build_object('description', '(apagado com a conta)')`,
      ip_address: nothing,
    },
  },
  {
    table: 'support_replies',
    section: 'respostas',
    columns: ['ticket_id', 'from_desk', 'message', 'created_at'],
    whose: ofTickets('ticket_id'),
    onDeletion: { message: erasedText },
  },
  {
    table: 'customer_interactions',
    section: 'comportamento',
    columns: ['interaction_type', 'interaction_data', 'created_at'],
    whose: ({ userId }) => sql`user_id = ${userId} and source = 'web'`,
    onDeletion: 'delete',
  },
  // What the staff wrote down.
  { table: 'customer_interactions', whose: by('user_id'), onDeletion: 'delete' },
  {
    table: 'consents',
    section: 'consentimentos',
    columns: ['measurement', 'marketing', 'text_version', 'decided_at'],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  {
    table: 'support_tickets',
    section: 'chamados',
    columns: [
      'contact_name',
      'contact_email',
      'subject',
      'message',
      'priority',
      'status',
      'satisfaction_rating',
      'created_at',
      'resolved_at',
    ],
    whose: ofTickets('id'),
    onDeletion: {
      subject: erasedText,
      message: erasedText,
      contact_name: nothing,
      // A message without an account must have an address: one that leads nowhere.
      contact_email: sql`case when contact_email is not null then 'apagado@exemplo.invalid' end`,
    },
  },
  {
    table: 'buyer_preferences',
    section: 'preferencias',
    columns: [
      'favorite_categories',
      'min_price',
      'max_price',
      'notification_time',
      'frequency',
      'theme',
      'updated_at',
    ],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  {
    table: 'email_preferences',
    section: 'preferenciasDeEmail',
    columns: [
      'marketing_emails',
      'transactional_emails',
      'weekly_newsletter',
      'promotional_emails',
      'updated_at',
      'unsubscribed_at',
    ],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  {
    table: 'newsletter_subscribers',
    section: 'novidades',
    columns: ['email', 'confirmed_at', 'unsubscribed_at', 'created_at'],
    whose: byEmail,
    onDeletion: 'delete',
  },
  {
    table: 'referrals',
    section: 'indicacoes',
    columns: ['created_at'],
    whose: ({ userId }) => sql`referrer_id = ${userId} or referred_id = ${userId}`,
    onDeletion: 'keep',
  },
];

const RANKING: HeldTable[] = [
  {
    table: 'ranking_winners',
    section: 'premiosDeRanking',
    columns: ['kind', 'starts_at', 'place', 'points', 'prize', 'delivered_at'],
    whose: by('user_id'),
    onDeletion: 'keep',
  },
];

const ofAffiliate = ({ userId }: Person) =>
  sql`affiliate_id in (select id from affiliates where user_id = ${userId})`;

const BUSINESS: HeldTable[] = [
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
    // An approved payout has to have a key.
    onDeletion: { pix_key: sql`case when pix_key is not null then '(apagado)' end` },
  },
  {
    table: 'affiliates',
    section: 'afiliado',
    columns: ['affiliate_code', 'commission_rate', 'status', 'pix_key_type', 'pix_key', 'created_at'],
    whose: by('user_id'),
    onDeletion: { pix_key: nothing, pix_key_type: nothing, status: sql`'suspended'` },
  },
  {
    table: 'service_vouchers',
    section: 'vouchers',
    columns: ['voucher_code', 'service_type', 'prize_name', 'status', 'created_at', 'expires_at'],
    whose: by('user_id'),
    onDeletion: 'keep',
  },
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
  // Who decided something at work: an id that leads to an empty account.
  { table: 'partners', whose: by('decided_by'), onDeletion: 'keep' },
  { table: 'draw_seals', whose: by('sealed_by'), onDeletion: 'keep' },
  {
    table: 'lottery_results',
    whose: ({ userId }) => sql`entered_by = ${userId} or decided_by = ${userId}`,
    onDeletion: 'keep',
  },
  { table: 'settings', whose: by('updated_by'), onDeletion: 'keep' },
];

const GROWTH: HeldTable[] = [
  {
    table: 'abandoned_cart_tracking',
    section: 'carrinhos_abandonados',
    columns: ['rifa_id', 'quantity', 'total_amount', 'stage', 'abandoned_at', 'recovered_at', 'reminded_at'],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  {
    table: 'scheduled_notifications',
    section: 'lembretes',
    columns: ['type', 'title', 'message', 'scheduled_for', 'sent_at', 'cancelled_at'],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  {
    table: 'email_messages',
    section: 'emails',
    columns: [
      'automation',
      'state',
      'due_at',
      'sent_at',
      'measured',
      'opened_at',
      'clicked_at',
      'unsubscribed_at',
    ],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  {
    table: 'push_subscriptions',
    section: 'avisosNoNavegador',
    columns: ['endpoint', 'active', 'created_at', 'updated_at'],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  {
    table: 'whatsapp_contacts',
    section: 'whatsapp',
    columns: ['phone', 'confirmed_at', 'text_version'],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  { table: 'email_campaigns', whose: by('created_by'), onDeletion: 'keep' },
  {
    table: 'coupon_uses',
    section: 'cupons',
    columns: ['coupon_code', 'created_at'],
    whose: by('user_id'),
    onDeletion: 'keep',
  },
  {
    table: 'ab_test_events',
    section: 'testes_de_paginas',
    columns: ['event_type', 'value', 'created_at'],
    whose: by('user_id'),
    // The count stays, without the person.
    onDeletion: { user_id: nothing },
  },
];

const ACCEPTANCES: HeldTable = {
  table: 'regulation_acceptances',
  section: 'regulamentosAceitos',
  columns: ['rifa_id', 'regulation_sha256', 'accepted_at'],
  whose: by('user_id'),
  onDeletion: 'keep',
};

/** Only ids, one of which leads to an empty account. */
const MERGES: HeldTable = {
  table: 'merged_people',
  whose: ({ userId }) => sql`former_id = ${userId} or into_id = ${userId}`,
  onDeletion: 'keep',
};

const VISITS: HeldTable = {
  table: 'visits',
  section: 'visitas',
  columns: ['day', 'source', 'viewed_at', 'carted_at', 'ordered_at'],
  whose: ofOrders,
  // The visit stays counted, without the order that says whose it was.
  onDeletion: { order_id: nothing },
};

/** Those that others are found by come after them. */
export const HELD_DATA: readonly HeldTable[] = [
  ...GROWTH,
  VISITS,
  MERGES,
  ACCEPTANCES,
  ...COMMUNITY,
  ...RANKING,
  ...BUSINESS,
  ...PURCHASES,
  ...ACCOUNT,
];
