import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'forks',
    // Files share a process and its modules: loading modules per file took half of the CPU time of short tests.
    isolate: false,
    // On two cores a third worker uses the time in which the others wait.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['{domain,contract,web,tools}/**/*.test.{ts,tsx}', '*.test.ts'],
        },
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
