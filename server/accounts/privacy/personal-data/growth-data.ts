/** Marketing and analytics. */
import { by, nothing, type PersonalDataTable } from './personal-data-table.ts';

export const GROWTH_DATA: PersonalDataTable[] = [
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
  {
    table: 'whatsapp_confirmations',
    section: 'whatsappConfirmado',
    columns: ['confirmed_at'],
    whose: by('user_id'),
    onDeletion: 'delete',
  },
  { table: 'email_campaigns', whose: by('created_by'), onDeletion: 'keep' },
  // No longer written: coupon_claims replaces it. The next version drops it.
  { table: 'coupon_uses', whose: by('user_id'), onDeletion: 'keep' },
  {
    table: 'coupon_claims',
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
    // The count stays, without the user.
    onDeletion: { user_id: nothing },
  },
];
