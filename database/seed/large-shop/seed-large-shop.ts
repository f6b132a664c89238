/** Data of a large shop for benchmarks. Inserts rows first, then builds the indexes. */
import type pg from 'pg';
import { addLargeLines, LARGE_RIFAS, largeRifaTotal } from './add-lines.ts';
import { idOf, orderIdOf } from './ids.ts';
import { withoutIndexes } from './without-indexes.ts';

export interface LargeShop {
  users: number;
  orders: number;
}

/** Tables with one row per order, payment or person. */
const LARGE_TABLES = [
  'auth.users',
  'profiles',
  'person_search',
  'orders',
  'order_items',
  'payment_attempts',
  'provider_payments',
  'ledger_entries',
  'activity_logs',
];

/** @param pool of an empty, migrated database, as the superuser */
export async function seedLargeShop(pool: pg.Pool, size: LargeShop): Promise<void> {
  const client = await pool.connect();
  try {
    await withoutIndexes(client, LARGE_TABLES, async () => {
      for (const [text, values] of shopSteps(size)) await client.query(text, values);
      await addLargeLines(client, size.orders);
      for (const [text, values] of moneySteps()) await client.query(text, values);
    });
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}

function shopSteps({ users, orders }: LargeShop): [string, unknown[]][] {
  return [
    [
      `insert into auth.users (id, email, created_at)
       select ${idOf(`'user' || n`)}, 'pessoa' || n || '@exemplo.com.br', now() - n * interval '3 years' / $1
       from generate_series(1, $1::int) n`,
      [users],
    ],
    [
      `insert into profiles (id, name, email, phone, city, state, segment, total_orders, total_spent, created_at)
       select ${idOf(`'user' || n`)}, (array['Ana', 'Bruna', 'Carlos', 'Davi', 'Elisa'])[1 + n % 5] || ' ' || md5(n::text),
         'pessoa' || n || '@exemplo.com.br', '829' || lpad((n % 100000000)::text, 8, '0'), 'Maceió', 'AL',
         (array['new', 'casual', 'regular', 'vip', 'at_risk'])[1 + n % 5],
         $2::int / $1 * 4 / 5, 10 * ($2::int / $1 * 4 / 5), now() - n * interval '3 years' / $1
       from generate_series(1, $1::int) n`,
      [users, orders],
    ],
    [
      `insert into rifas (id, title, price, total_numbers, draw_date, status, created_at)
       select ${idOf(`'rifa' || n`)}, 'Rifa ' || n, 2, $2, now() + (20 - n) * interval '1 day',
         case when n <= 20 then 'active' else 'completed' end, now() - n * interval '5 days'
       from generate_series(1, $1::int) n`,
      [LARGE_RIFAS, largeRifaTotal(orders)],
    ],
    [
      `insert into orders (id, external_reference, user_id, client_request_id, rifa_id, quantity, total_amount,
         customer, status, hold_expires_at, paid_at, created_at)
       select ${orderIdOf('n')}, md5('reference' || n), ${idOf(`'user' || 1 + n % $2`)}, md5('request' || n),
         ${idOf(`'rifa' || 1 + n % $3`)}, 5, 10, '{"name": "Ana", "email": "ana@exemplo.com.br"}',
         case when n % 5 = 0 then 'cancelled' else 'paid' end, now() - n * interval '3 years' / $1,
         case when n % 5 = 0 then null else now() - n * interval '3 years' / $1 end,
         now() - n * interval '3 years' / $1
       from generate_series(1, $1::int) n`,
      [orders, users, LARGE_RIFAS],
    ],
    [
      `insert into activity_logs (user_id, action, entity_type, entity_id, details, created_at)
       select ${idOf(`'user' || 1 + n % $2`)}, 'sign-in', 'session', null, '{"description": "Entrou na conta"}',
         now() - n * interval '1 minute'
       from generate_series(1, $1::int) n`,
      [Math.min(orders, 300_000), users],
    ],
    [
      `insert into support_tickets (id, user_id, subject, message, priority, status, awaiting_answer, created_at,
         updated_at, resolved_at, sla_response_due)
       select ${idOf(`'ticket' || n`)}, ${idOf(`'user' || 1 + n % $2`)}, 'Pergunta ' || n, 'Onde vejo os meus números?',
         (array['low', 'normal', 'high', 'urgent'])[1 + n % 4],
         case when n % 10 = 0 then 'open' else 'resolved' end, n % 10 = 0, now() - n * interval '5 minutes',
         now() - n * interval '5 minutes', case when n % 10 > 0 then now() - n * interval '5 minutes' end,
         now() - n * interval '5 minutes' + interval '1 day'
       from generate_series(1, $1::int) n`,
      [Math.min(orders, 50_000), users],
    ],
    ...businessSteps({ users, orders }),
  ];
}

/** Inserts a payment, an attempt and the ledger entries of each paid order. */
function moneySteps(): [string, unknown[]][] {
  const paid = `(select row_number() over (order by id) as n, orders.* from orders where status = 'paid') as paid`;
  return [
    [
      `insert into payment_attempts (id, order_id, provider, kind, idempotency_key, provider_ref, amount, state, created_at,
         updated_at)
       select id, id, 'mercadopago', 'pix', id, n, total_amount, 'closed', created_at, created_at from ${paid}`,
      [],
    ],
    [
      `insert into provider_payments (provider, payment_id, order_id, external_reference, state, raw_status, amount, currency,
         method, approved_at, provider_updated_at, disposition, created_at, updated_at)
       select 'mercadopago', n, id, external_reference, 'approved', 'approved', total_amount, 'BRL', 'pix', paid_at, paid_at,
         'settles', created_at, paid_at from ${paid}`,
      [],
    ],
    [
      `insert into ledger_entries (txn_key, account, amount, created_at)
       select key, account, amount, paid_at from ${paid}, lateral (values
         ('in:mercadopago:' || n, 'mp_receivable', total_amount), ('in:mercadopago:' || n, 'customer_funds', -total_amount),
         ('settle:' || id, 'customer_funds', total_amount), ('settle:' || id, 'sales:' || rifa_id, -total_amount)
       ) as entry (key, account, amount) order by n`,
      [],
    ],
  ];
}

const AFFILIATES = 2_000;
const PARTNERS = 500;
const COUPONS = 1_000;
const CAMPAIGNS = 200;

/** Inserts affiliates, partners, coupons and campaigns. */
function businessSteps({ users, orders }: LargeShop): [string, unknown[]][] {
  const affiliates = Math.min(AFFILIATES, users);
  const few = Math.min(orders, 50_000);
  return [
    [
      `insert into affiliates (id, user_id, affiliate_code, created_at)
       select ${idOf(`'affiliate' || n`)}, ${idOf(`'user' || n`)}, upper(left(md5('code' || n), 8)), now() - n * interval '10 hours'
       from generate_series(1, $1::int) n`,
      [affiliates],
    ],
    [
      `insert into affiliate_commissions (id, affiliate_id, order_id, kind, order_amount, commission_rate, commission_amount,
         confirmed_at, created_at)
       select ${idOf(`'commission' || n`)}, ${idOf(`'affiliate' || 1 + n % $2`)}, ${orderIdOf('n')}, 'sale', 10, 0.05,
         0.5, now() - n * interval '3 years' / $1, now() - n * interval '3 years' / $1
       from generate_series(1, $1::int) n`,
      [few, affiliates],
    ],
    [
      `insert into payouts (id, affiliate_id, period, amount, created_at)
       select ${idOf(`'payout' || n || ' ' || month`)}, ${idOf(`'affiliate' || n`)},
         date_trunc('month', now())::date + 14 - month * interval '1 month', 50, now() - month * interval '1 month'
       from generate_series(1, $1::int) n, generate_series(1, 12) month`,
      [affiliates],
    ],
    [
      `insert into partners (id, company_name, contact_name, email, phone, status, service_types, city, state, created_at)
       select ${idOf(`'partner' || n`)}, 'Empresa ' || md5(n::text), 'Ana ' || n, 'parceiro' || n || '@exemplo.com.br',
         '8290000' || lpad(n::text, 4, '0'), 'active', array['massagem'], 'Maceió', 'AL', now() - n * interval '1 day'
       from generate_series(1, $1::int) n`,
      [PARTNERS],
    ],
    [
      `insert into service_vouchers (id, partner_id, user_id, voucher_code, service_type, prize_name, qr_code_data, status,
         created_at, expires_at, validated_at)
       select ${idOf(`'voucher' || n`)}, ${idOf(`'partner' || 1 + n % $2`)}, ${idOf(`'user' || 1 + n % $3`)},
         upper(left(md5('voucher' || n), 16)), 'massagem', 'Massagem', 'x',
         (array['pending', 'validated', 'expired'])[1 + n % 3], now() - n * interval '20 minutes',
         now() - n * interval '20 minutes' + interval '30 days',
         case when n % 3 = 1 then now() - n * interval '20 minutes' + interval '1 day' end
       from generate_series(1, $1::int) n`,
      [few, PARTNERS, users],
    ],
    [
      `insert into coupons (code, percent, created_at)
       select 'CUPOM' || n, 10, now() - n * interval '1 day' from generate_series(1, $1::int) n`,
      [COUPONS],
    ],
    [
      `insert into coupon_claims (coupon_code, person_id, use_no, user_id, client_request_id, created_at)
       select 'CUPOM' || 1 + n % $2, ${idOf(`'user' || 1 + n % $3`)}, 1, ${idOf(`'user' || 1 + n % $3`)}, md5('request' || n), now() - n * interval '3 years' / $1
       from generate_series(1, $1::int) n on conflict do nothing`,
      [few, COUPONS, users],
    ],
    [
      `insert into email_campaigns (id, name, subject, body, kind, per_minute, status, created_at)
       select ${idOf(`'campaign' || n`)}, 'Campanha ' || n, 'Rifa nova', 'Oi!', 'marketing', 600, 'sent', now() - n * interval '3 days'
       from generate_series(1, $1::int) n`,
      [CAMPAIGNS],
    ],
    [
      `insert into email_messages (id, campaign_id, user_id, occasion, state, due_at, sent_at, created_at)
       select ${idOf(`'message' || n`)}, ${idOf(`'campaign' || 1 + n % $2`)}, ${idOf(`'user' || 1 + n % $3`)}, 'bench:' || n,
         'sent', now() - (1 + n % $2) * interval '3 days', now() - (1 + n % $2) * interval '3 days',
         now() - (1 + n % $2) * interval '3 days'
       from generate_series(1, $1::int) n`,
      [Math.min(orders, 300_000), CAMPAIGNS, users],
    ],
  ];
}
