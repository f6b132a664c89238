import { createTestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config/config.ts';
import { startApp } from './start-app.ts';

afterEach(() => vi.unstubAllEnvs());

test('reports the cause of a failed start, even if the cleanup fails too', async () => {
  vi.stubEnv('AUTH_SECRET', 's'.repeat(40));
  const database = await createTestDatabase();
  const config = readConfig({
    DEMO: '0',
    ROLE: 'web',
    DATABASE_URL: database.url,
    PUBLIC_URL: 'https://loja.example',
    MERCADOPAGO_ACCESS_TOKEN: 'never-called',
    MERCADOPAGO_WEBHOOK_SECRETS: 'never-called',
    AUTH_SECRET: 's'.repeat(40),
    LOG_LEVEL: 'fatal',
  });
  const start = startApp(config, {
    clock: systemClock,
    async createApp({ pool }) {
      // A pool can be ended only once, so the cleanup fails.
      await pool.end();
      throw new Error('the pages are missing');
    },
  });
  await expect(start).rejects.toThrow('the pages are missing');
  await database.drop();
});
