/** Results of a run, and their table on the terminal. */
import type { Case } from '../selling/cases.ts';

export interface Measured {
  ordersPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Share of the requested numbers that the orders got. */
  kept: number | null;
  /** WAL bytes per order. */
  walBytes: number;
}

export interface Row extends Case, Measured {
  path: 'writer' | 'http';
  /** Orders per second / transactions per second of the floor. */
  ratio: number;
  p99Ratio: number;
  floorPerSecond: number;
  /** Milliseconds. */
  floorP99: number;
}

export interface Report {
  /** 1-minute load average; above about 0.5, other programs used the machine. */
  loadBefore: number;
  buyers: number;
  /** Web processes. */
  processes: number;
  /** Per row. */
  seconds: number;
  rows: Row[];
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(2).replace(/\.?0+$/, '')}%`;
}

export function formatInteger(count: number): string {
  return Math.round(count).toLocaleString('en');
}

export function printRow(row: Row, hasHeading: boolean): void {
  const table = {
    rifas: row.rifas,
    numbers: formatInteger(row.total),
    sold: percent(row.sold),
    k: row.k,
    requested: row.requested ? 'yes' : 'no',
    'orders/s': formatInteger(row.ordersPerSecond),
    'p50 ms': row.p50.toFixed(1),
    'p99 ms': row.p99.toFixed(1),
    'of floor': row.ratio.toFixed(2),
    'p99/floor': row.p99Ratio.toFixed(1),
    kept: row.kept === null ? '' : row.kept.toFixed(3),
    'WAL B': Math.round(row.walBytes),
    'floor/s': formatInteger(row.floorPerSecond),
  };
  const cells = (values: unknown[]) => values.map((value) => String(value).padStart(10)).join(' ');
  if (hasHeading) console.log(cells(Object.keys(table)));
  console.log(cells(Object.values(table)));
}
