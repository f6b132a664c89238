import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{domain,contract,database,server,web,tools}/**/*.test.{ts,tsx}', '*.test.ts'],
    globalSetup: ['database/testing-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
