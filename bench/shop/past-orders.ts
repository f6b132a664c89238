/** Past sales of a rifa: paid orders with lines, history and time-ordered keys, as in production. */
import type pg from 'pg';

const ORDERS_PER_BUYER = 10;
const BATCH_SIZE = 200_000;

/** Does not update number pages. @param orders of `cotas` each, all with the same numbers */
export async function addPastOrders(
  pool: pg.Pool,
  rifaId: string,
  orders: number,
  cotas: number,
): Promise<void> {
  for (let first = 0; first < orders; first += BATCH_SIZE) {
    const count = Math.min(BATCH_SIZE, orders - first);
    await pool.query(
      `with people as (
         insert into auth.users (id) select gen_random_uuid() from generate_series(1, ceil($1::float / $2::int)::int)
         returning id
       )
       insert into profiles (id, city, state, birth_date) select id, 'Maceió', 'AL', '1990-02-28' from people`,
      [count, ORDERS_PER_BUYER],
    );
    await pool.query(
      `with buyers as (
         select id, row_number() over () - 1 as place from
           (select id from profiles order by created_at desc, id limit ceil($2::float / $3::int)::int) newest
       ), sold as (
         insert into orders (id, external_reference, user_id, client_request_id, rifa_id, quantity, total_amount,
           customer, status, hold_expires_at, paid_at, created_at)
         select uuidv7(), left(to_hex(extract(epoch from now())::bigint) || md5(n::text || $1), 24), buyers.id,
           gen_random_uuid(), $1::uuid, $4::int, $4::int,
           '{"name": "Maria Silva", "email": "maria@exemplo.com.br"}', 'paid', now(), now(), now()
         from generate_series($5::int, $5::int + $2::int - 1) n
         join buyers on buyers.place = n % (select count(*) from buyers)
         order by n
         returning id
       ), lines as (
         insert into order_items (order_id, rifa_id, quantity, unit_price, total_amount, selected_numbers)
         select id, $1::uuid, $4::int, 1, $4::int,
           array(select generate_series(1, $4::int))
         from sold
       )
       insert into order_events (order_id, kind, to_status, source)
       select id, kind, status, 'checkout' from sold, (values ('order.created', 'pending'), ('order.paid', 'paid')) e (kind, status)`,
      [rifaId, count, ORDERS_PER_BUYER, cotas, first],
    );
  }
  await pool.query('vacuum analyze');
}
