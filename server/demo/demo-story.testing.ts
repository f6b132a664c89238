/** The seeded demonstration, read as an admin. */
import { type RawBuilder, sql } from 'kysely';
import { startDemoShop } from '../integration/demo-shop.testing.ts';
import { createLog } from '../platform/log/log.ts';

export type DemoStory = Awaited<ReturnType<typeof startDemoStory>>;

interface Sold {
  id: string;
  cotas: number;
  centavos: number;
}

export async function startDemoStory() {
  const shop = await startDemoShop(createLog('silent'));
  const token = await shop.signIn('admin@exemplo.com.br', 'admin123');
  return {
    ...shop,
    /** Reads the API. @throws unless it answers 2xx */
    async read<Result>(path: string): Promise<Result> {
      const response = await shop.app.request(path, { headers: { authorization: `Bearer ${token}` } });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return (await response.json()) as Result;
    },
    /** Paid cotas of each rifa. @param since ISO date, exclusive; all time if omitted */
    async soldByRifa(since = '2000-01-01'): Promise<Map<string, Sold>> {
      const { rows } = await sql<Sold>`
        select rifa_id as id, sum(quantity)::integer as cotas, (sum(total_amount) * 100)::integer as centavos
        from orders where status = 'paid' and paid_at > ${since}::date group by rifa_id`.execute(
        shop.platform.db,
      );
      return new Map(rows.map((row) => [row.id, row]));
    },
    /** Runs a query of one row. */
    async count(query: RawBuilder<{ count: number }>): Promise<number> {
      return (await query.execute(shop.platform.db)).rows[0]!.count;
    },
  };
}
