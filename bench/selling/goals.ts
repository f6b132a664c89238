/** Compares a run with the design goals. */
import type { Report, Row } from '../reporting/report.ts';

export interface Goal {
  what: string;
  goal: string;
  measured: string;
  isMet: boolean;
}

export function checkGoals({ rows }: Report): Goal[] {
  const writer = rows.filter((row) => row.path === 'writer' && row.requested);
  const http = rows.filter((row) => row.path === 'http' && row.requested);
  const tens = http.filter((row) => row.k === 10);
  return [
    atLeast(
      'reserving in the order batch writer, k = 10, one hot rifa and 100: orders/s to floor',
      0.5,
      Math.min(...unsoldRows(writer).map((row) => row.ratio)),
    ),
    atLeast(
      'the payment function through HTTP, k = 10, one hot rifa and 100: orders/s to floor',
      0.25,
      Math.min(...unsoldRows(tens).map((row) => row.ratio)),
    ),
    atLeast(
      'the payment function, worst to best share of the floor over 1M and 10M numbers, 0% to 99.9% sold',
      0.8,
      spread(tens.filter((row) => row.rifas === 1 && row.total >= 1_000_000)),
    ),
    atLeast(
      'the payment function, k = 100 to k = 10: orders/s, each to its floor',
      0.2,
      ratioOf(unsoldRows(http, 100)) / ratioOf(unsoldRows(tens)),
    ),
    atMost(
      'p99 of the payment function, k = 10: to the p99 of the floor',
      10,
      Math.max(...unsoldRows(tens).map((row) => row.p99Ratio)),
    ),
  ];
}

/** Rows of 1M numbers with none sold: one rifa first, then a hundred. */
function unsoldRows(rows: readonly Row[], k = 10): Row[] {
  return rows.filter((row) => row.total === 1_000_000 && row.sold === 0 && row.k === k);
}

function ratioOf(rows: readonly Row[]): number {
  return rows[0]!.ratio;
}

function spread(rows: readonly Row[]): number {
  const ratios = rows.map((row) => row.ratio);
  return Math.min(...ratios) / Math.max(...ratios);
}

function atLeast(what: string, goal: number, measured: number): Goal {
  return {
    what,
    goal: `at least ${goal.toFixed(2)}`,
    measured: measured.toFixed(2),
    isMet: measured >= goal,
  };
}

function atMost(what: string, goal: number, measured: number): Goal {
  return { what, goal: `at most ${goal}`, measured: measured.toFixed(1), isMet: measured <= goal };
}
