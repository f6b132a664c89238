/** Vitest reporter: writes the tests that passed only on retry to the file that FLAKY_TESTS names. */
import { writeFileSync } from 'node:fs';

export default class FlakyTests {
  #tests = [];

  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const errors = (test.result().errors ?? []).map((error) => error.stack ?? error.message);
    this.#tests.push({ name: `${test.module.moduleId} ${test.fullName}`, errors });
  }

  onTestRunEnd() {
    if (process.env.FLAKY_TESTS) writeFileSync(process.env.FLAKY_TESTS, JSON.stringify(this.#tests));
  }
}
