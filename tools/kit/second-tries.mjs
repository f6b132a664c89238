/** A reporter of vitest: writes the tests that passed only when tried again to the file that SECOND_TRIES names. */
import { writeFileSync } from 'node:fs';

export default class SecondTries {
  #tests = [];

  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const errors = (test.result().errors ?? []).map((error) => error.stack ?? error.message);
    this.#tests.push({ name: `${test.module.moduleId} ${test.fullName}`, errors });
  }

  onTestRunEnd() {
    if (process.env.SECOND_TRIES) writeFileSync(process.env.SECOND_TRIES, JSON.stringify(this.#tests));
  }
}
