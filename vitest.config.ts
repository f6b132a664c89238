import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest files, small as they are: started last, they keep one worker busy while the others have ended. */
const SLOW_FILES = [
  'server/draws/order-of-events.test.ts',
  'server/integration/hostile-input.test.ts',
  'server/payments/chaos.test.ts',
  'server/soak/purchase-crash.test.ts',
  'server/soak/sequences/shop-sequences.test.ts',
  'server/soak/soak.test.ts',
];

/** Without stored durations, Vitest starts the largest files first. */
class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => SLOW_FILES.some((file) => moduleId.endsWith(file));
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Files share a process and its modules: loading modules per file took half of the CPU time of short tests.
    isolate: false,
    // On two cores a third worker uses the time in which the others wait.
    maxWorkers: 3,
    sequence: { sequencer: SlowFilesFirst },
    // Only end a test that would fail anyway: no test waits for a duration, and a busy machine takes several times as long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
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
          globalSetup: [
            'database/testing/database-setup.testing.ts',
            'server/platform/jobs/jobs-setup.testing.ts',
          ],
          // Halves the processor time of starting a program.
          env: { NODE_COMPILE_CACHE: join(tmpdir(), 'mare-compile-cache') },
        },
      },
    ],
  },
});
