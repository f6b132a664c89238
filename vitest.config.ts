import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: ['{domain,contract,web,tools}/**/*.test.{ts,tsx}', '*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{database,server}/**/*.test.{ts,tsx}'],
          globalSetup: ['database/testing-setup.ts'],
        },
      },
    ],
  },
});
