/** The seeded demonstration, read as an admin. */
import type { sql } from 'kysely';
import { startDemoShop } from '../integration/demo-shop.testing.ts';
import { createLog } from '../platform/log/log.ts';

export type DemoStory = Awaited<ReturnType<typeof startDemoStory>>;

export async function startDemoStory() {
  const shop = await startDemoShop(createLog('silent'));
  const token = await shop.signIn('admin@exemplo.com.br', 'admin123');
  return {
    ...shop,
    /** Reads the API. @throws unless it answers 2xx */
    async read<Answer>(path: string): Promise<Answer> {
      const response = await shop.app.request(path, { headers: { authorization: `Bearer ${token}` } });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return (await response.json()) as Answer;
    },
    async count(query: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
      return (await query.execute(shop.platform.db)).rows[0]!.count;
    },
  };
}
