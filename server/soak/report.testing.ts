/** Appends the results of a run under faults as a JSON line to the file named by SOAK_REPORT. */
import { appendFileSync } from 'node:fs';
import type { Lateness } from './lateness.testing.ts';

/** `tools/kit/fault-runs.mjs` reads this format too. */
export interface FaultRun {
  run:
    | 'soak'
    | 'database lost'
    | 'hostile requests'
    | 'provider faults'
    | 'crashes'
    | 'sequences'
    | 'attacks';
  seconds: number;
  /** Requests and calls by kind. */
  operations: Record<string, number>;
  /** Number of them that ran during a fault or failed because of one. */
  faulted: number;
  /** Injected faults by kind. */
  faults: Record<string, number>;
  /** Violated invariants. */
  lost: number;
  lateness?: Lateness;
  /** Rows at the end, by kind. */
  counts?: Record<string, number>;
}

export function report(result: FaultRun): void {
  if (process.env.SOAK_REPORT) appendFileSync(process.env.SOAK_REPORT, `${JSON.stringify(result)}\n`);
}
