/** Appends the metrics of a run as JSON lines to the file named by SOAK_REPORT. */
import { appendFileSync } from 'node:fs';

export function report(result: object): void {
  if (process.env.SOAK_REPORT) appendFileSync(process.env.SOAK_REPORT, `${JSON.stringify(result)}\n`);
}
