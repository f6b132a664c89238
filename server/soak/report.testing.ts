/** Figures of a run for whoever asked for them with SOAK_REPORT, the name of a file: a line of JSON each. */
import { appendFileSync } from 'node:fs';

export function report(result: object): void {
  if (process.env.SOAK_REPORT) appendFileSync(process.env.SOAK_REPORT, `${JSON.stringify(result)}\n`);
}
