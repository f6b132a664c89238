/** Notifications, messages and preferences. */
import { sql } from 'kysely';
import { hashOfEmail } from '../../../mail/preferences.ts';
import { ACTIVITY_DATA } from './activity-data.ts';
import {
  by,
  erasedText,
  nothing,
  ofTickets,
  type PersonalDataTable,
  type PersonalDataOwner,
} from './personal-data-table.ts';
import { NAMING_NOTICES_DATA } from './naming-notices-data.ts';

const byEmail = (person: PersonalDataOwner) => sql`email = ${person.email}`;

export const COMMUNITY_DATA: PersonalDataTable[] = [
  {
    table: 'notifications',
    section: 'notificacoes',
    columns: ['type', 'title', 'message', 'data', 'read', 'created_at'],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  // Delivered as a notification.
  { table: 'draw_news', whose: by('user_id'), onDeletion: 'delete' },
  // Keys stay, so that nothing is sent again.
  {
    table: 'outbox',
    whose: ({ userId, email }) =>
      sql`(user_id = ${userId} or address_hash = ${email === null ? null : hashOfEmail(email)}::bytea)`,
    onDeletion: {
      state: sql`case when state in ('waiting', 'parked') then 'skipped' else state end`,
      content: nothing,
      recipient: sql`''`,
      user_id: nothing,
      address_hash: nothing,
      // Keys of former versions name the address.
      key: sql`case when key like '%@%' then 'erased:' || id else key end`,
    },
  },
  { table: 'notification_reads', whose: by('user_id'), onDeletion: 'delete' },
  ...ACTIVITY_DATA,
  ...NAMING_NOTICES_DATA,
  {
    table: 'support_files',
    section: 'anexos',
    columns: ['name', 'type', 'created_at'],
    whose: (person) =>
      sql`reply_id in (select id from support_replies where ${ofTickets('ticket_id')(person)})`,
    onDeletion: 'delete',
  },
  // Hashes and ids of inbound mails and WhatsApp messages.
  { table: 'support_inbound', whose: ofTickets('ticket_id'), onDeletion: 'delete' },
  // Which colleague last edited a text of the team.
  { table: 'support_quick_replies', whose: by('updated_by'), onDeletion: 'keep' },
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
  // Staff notes.
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
      // Closed unanswered: an answer would reach no one.
      status: sql`'closed'`,
      closed_unresolved: sql`case when status = 'closed' then closed_unresolved else resolved_at is null end`,
      resolved_at: sql`coalesce(resolved_at, now())`,
      awaiting_answer: sql`false`,
      subject: erasedText,
      message: erasedText,
      contact_name: nothing,
      // A message without an account must have an e-mail address: an invalid one.
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
    table: 'opening_notices',
    section: 'avisosDeVendas',
    columns: ['rifa_id', 'email', 'created_at', 'confirmed_at', 'notified_at'],
    whose: ({ userId, email }) => sql`(user_id = ${userId} or email = ${email})`,
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
  {
    table: 'share_links',
    section: 'linksParaAmigos',
    columns: ['code', 'created_at'],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  {
    table: 'ranking_winners',
    section: 'premiosDeRanking',
    columns: ['kind', 'starts_at', 'place', 'points', 'prize', 'delivered_at', 'reassigned_at'],
    whose: by('user_id'),
    onDeletion: 'keep',
  },
  {
    table: 'ranking_standings',
    section: 'lugaresDeRanking',
    columns: ['kind', 'starts_at', 'rank', 'points', 'spent', 'referred'],
    whose: by('user_id'),
    onDeletion: 'keep',
  },
];
