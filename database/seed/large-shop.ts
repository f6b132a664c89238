/** A shop of a few busy years, for measuring: written by the database itself, in a minute or two. */
import type pg from 'pg';

export interface LargeShop {
  users: number;
  orders: number;
}

const RIFAS = 200;

/** @param pool of an empty, migrated database */
export async function seedLargeShop(pool: pg.Pool, { users, orders }: LargeShop): Promise<void> {
  const steps: [string, unknown[]][] = [
    [
      `insert into auth.users (id, email, created_at)
       select md5('user' || n)::uuid, 'pessoa' || n || '@exemplo.com.br', now() - n * interval '3 years' / $1
       from generate_series(1, $1::int) n`,
      [users],
    ],
    [
      `insert into profiles (id, name, email, phone, city, state, segment, created_at)
       select md5('user' || n)::uuid, (array['Ana', 'Bruna', 'Carlos', 'Davi', 'Elisa'])[1 + n % 5] || ' ' || md5(n::text),
         'pessoa' || n || '@exemplo.com.br', '829' || lpad((n % 100000000)::text, 8, '0'), 'Maceió', 'AL',
         (array['new', 'casual', 'regular', 'vip', 'at_risk'])[1 + n % 5], now() - n * interval '3 years' / $1
       from generate_series(1, $1::int) n`,
      [users],
    ],
    [
      `insert into rifas (id, title, price, total_numbers, draw_date, status, created_at)
       select md5('rifa' || n)::uuid, 'Rifa ' || n, 2, 100000, now() + (20 - n) * interval '1 day',
         case when n <= 20 then 'active' else 'completed' end, now() - n * interval '5 days'
       from generate_series(1, $1::int) n`,
      [RIFAS],
    ],
    [
      `insert into orders (id, external_reference, user_id, client_request_id, rifa_id, quantity, total_amount,
         customer, status, hold_expires_at, paid_at, created_at)
       select md5('order' || n)::uuid, md5('reference' || n), md5('user' || 1 + n % $2)::uuid, md5('request' || n),
         md5('rifa' || 1 + n % $3)::uuid, 5, 10, '{"name": "Ana", "email": "ana@exemplo.com.br"}',
         case when n % 5 = 0 then 'cancelled' else 'paid' end, now() - n * interval '3 years' / $1,
         case when n % 5 = 0 then null else now() - n * interval '3 years' / $1 end,
         now() - n * interval '3 years' / $1
       from generate_series(1, $1::int) n`,
      [orders, users, RIFAS],
    ],
    [
      `insert into order_items (order_id, rifa_id, quantity, unit_price, total_amount, selected_numbers)
       select md5('order' || n)::uuid, md5('rifa' || 1 + n % $2)::uuid, 5, 2, 10,
         array(select 1 + (n / $2 * 5 + k) % 100000 from generate_series(0, 4) k)
       from generate_series(1, $1::int) n`,
      [orders, RIFAS],
    ],
    [
      `insert into activity_logs (user_id, action, entity_type, entity_id, details, created_at)
       select md5('user' || 1 + n % $2)::uuid, 'sign-in', 'session', null, '{"description": "Entrou na conta"}',
         now() - n * interval '1 minute'
       from generate_series(1, $1::int) n`,
      [Math.min(orders, 300_000), users],
    ],
    [
      `update profiles set total_orders = sums.count, total_spent = sums.spent
       from (select user_id, count(*) as count, sum(total_amount) as spent from orders where status = 'paid'
             group by user_id) sums
       where sums.user_id = profiles.id`,
      [],
    ],
  ];
  for (const [text, values] of steps) await pool.query(text, values);
  await pool.query('vacuum analyze');
}
