/**
 * Parses the provider's settlement report: a CSV with one line for each payment, refund, chargeback or transfer to
 * the bank that changed the balance. A report with a rejected line is not stored.
 */

/** Maximum length of a report file; less than the limit of a request. */
export const MAX_REPORT_CHARACTERS = 900_000;

/** Largest amount of a `numeric(12, 2)` column: R$ 9.999.999.999,99. */
const MAX_CENTAVOS = 999_999_999_999;

export const SETTLEMENT_TYPES = ['SETTLEMENT', 'REFUND', 'CHARGEBACK', 'DISPUTE'] as const;
/** Transfers from the provider to the bank, and returned transfers. */
export const TRANSFER_TYPES = ['PAYOUTS', 'WITHDRAWAL', 'WITHDRAWAL_CANCEL'] as const;
export type SettlementType = (typeof SETTLEMENT_TYPES)[number] | (typeof TRANSFER_TYPES)[number];

export interface SettlementLine {
  /** 1-based, in the file. */
  line: number;
  /** Our account at the provider. */
  account: string;
  /** For a transfer to the bank, the transfer's own id. */
  paymentId: string;
  type: SettlementType;
  /** Centavos, signed as in the report: money that leaves is negative. `gross + fee = net`. */
  gross: number;
  fee: number;
  net: number;
  /** As written. */
  settledAt: string;
  /** Lines added up here: refunds of one payment that settled in the same second. Only their sum can be compared. */
  parts: number;
}

/** Codes of why a line is rejected. The last five come from a comparison with the shop's payments. */
export const SETTLEMENT_PROBLEMS = [
  'HEADER',
  'ENCODING',
  'CELLS',
  'AMOUNT',
  'SUM',
  'CURRENCY',
  'DATE',
  'PAYMENT_ID',
  'TYPE',
  'DOUBLED',
  'ACCOUNT',
  'UNKNOWN_PAYMENT',
  'OTHER_AMOUNT',
  'CHANGED',
  'FEE',
] as const;
export type SettlementProblem = (typeof SETTLEMENT_PROBLEMS)[number];

export interface RejectedSettlementLine {
  line: number;
  problem: SettlementProblem;
  /** Set if the line names a payment. */
  paymentId?: string;
  /** Fee in the shop's books and in the report, if they differ. */
  bookedCentavos?: number;
  reportedCentavos?: number;
}

export interface SettlementReport {
  lines: SettlementLine[];
  rejected: RejectedSettlementLine[];
}

const COLUMNS = {
  paymentId: 'SOURCE_ID',
  account: 'USER_ID',
  type: 'TRANSACTION_TYPE',
  gross: 'TRANSACTION_AMOUNT',
  currency: 'TRANSACTION_CURRENCY',
  fee: 'FEE_AMOUNT',
  net: 'SETTLEMENT_NET_AMOUNT',
  settledAt: 'SETTLEMENT_DATE',
} as const;
type Column = keyof typeof COLUMNS;
/** Required columns of the first line, each once. */
export const SETTLEMENT_COLUMNS: readonly string[] = Object.values(COLUMNS);

/** Transfers may have no settlement date. */
const DATE_COLUMN = 'TRANSACTION_DATE';
const BYTE_ORDER_MARK = '\uFEFF';
/** Replacement character of decoders for bytes that are not UTF-8. */
const REPLACEMENT = '\uFFFD';

/** @param text the file, decoded as UTF-8 */
export function parseSettlementReport(text: string): SettlementReport {
  const rows = text.replace(BYTE_ORDER_MARK, '').split(/\r\n|\n|\r/);
  const separator = (rows[0] ?? '').includes(';') ? ';' : ',';
  const header = splitCells(rows[0] ?? '', separator)?.map((name) => name.trim().toUpperCase()) ?? [];
  const places = Object.entries(COLUMNS).map(
    ([name, column]) => [name as Column, header.indexOf(column)] as const,
  );
  if (places.some(([, place]) => place === -1) || new Set(header).size < header.length)
    return { lines: [], rejected: [{ line: 1, problem: 'HEADER' }] };

  const report: SettlementReport = { lines: [], rejected: [] };
  const seen = new Map<string, SettlementLine>();
  for (const [index, row] of rows.entries()) {
    if (index === 0 || row.trim() === '') continue;
    const line = index + 1;
    const cells = splitCells(row, separator);
    const read =
      cells?.length === header.length
        ? readLine(line, readCells(cells, places, header.indexOf(DATE_COLUMN)))
        : 'CELLS';
    const problem = row.includes(REPLACEMENT) ? 'ENCODING' : problemOf(read, seen, report.lines[0]);
    if (problem) report.rejected.push({ line, problem });
    else if (typeof read === 'object') addLine(report.lines, seen, read);
  }
  return report;
}

function addLine(lines: SettlementLine[], seen: Map<string, SettlementLine>, line: SettlementLine): void {
  const key = settlementKey(line);
  const same = seen.get(key);
  if (same) {
    same.gross += line.gross;
    same.fee += line.fee;
    same.net += line.net;
    same.parts += 1;
  } else {
    seen.set(key, line);
    lines.push(line);
  }
}

type Cells = Record<Column, string>;

export function isTransfer({ type }: Pick<SettlementLine, 'type'>): boolean {
  return (TRANSFER_TYPES as readonly string[]).includes(type);
}

/** @param datePlace column of the fallback for a missing settlement date; -1 without one */
function readCells(
  cells: readonly string[],
  places: readonly (readonly [Column, number])[],
  datePlace: number,
): Cells {
  const read = Object.fromEntries(places.map(([name, place]) => [name, cells[place]!.trim()])) as Cells;
  return { ...read, settledAt: read.settledAt || (cells[datePlace]?.trim() ?? '') };
}

function problemOf(
  read: SettlementLine | SettlementProblem,
  seen: ReadonlyMap<string, SettlementLine>,
  first: SettlementLine | undefined,
): SettlementProblem | null {
  if (typeof read === 'string') return read;
  if (first && first.account !== read.account) return 'ACCOUNT';
  return read.type !== 'REFUND' && seen.has(settlementKey(read)) ? 'DOUBLED' : null;
}

/** Equal for a repeated line. A payment settles once; its refunds differ in their time, or are added up. */
export function settlementKey({
  paymentId,
  type,
  settledAt,
}: Pick<SettlementLine, 'paymentId' | 'type' | 'settledAt'>): string {
  return type === 'SETTLEMENT'
    ? [paymentId, type].join(' ')
    : [paymentId, type, new Date(settledAt).toISOString()].join(' ');
}

function readLine(line: number, cells: Cells): SettlementLine | SettlementProblem {
  const type = cells.type.toUpperCase();
  if (!isSettlementType(type)) return 'TYPE';
  if (cells.currency !== 'BRL') return 'CURRENCY';
  if (!/^[\w-]{1,60}$/.test(cells.paymentId)) return 'PAYMENT_ID';
  if (!/^\w{1,60}$/.test(cells.account)) return 'ACCOUNT';
  if (
    !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(cells.settledAt) ||
    Number.isNaN(Date.parse(cells.settledAt))
  )
    return 'DATE';
  const [gross, fee, net] = [cells.gross, cells.fee, cells.net].map(readAmount);
  if (gross === null || fee === null || net === null) return 'AMOUNT';
  if (gross! + fee! !== net!) return 'SUM';
  const { paymentId, account, settledAt } = cells;
  return { line, account, paymentId, type, gross: gross!, fee: fee!, net, settledAt, parts: 1 };
}

function isSettlementType(type: string): type is SettlementType {
  return [...SETTLEMENT_TYPES, ...TRANSFER_TYPES].some((known) => known === type);
}

/**
 * Centavos of an amount with a point or a comma before two decimals: '1234.50', '1.234,50', '1,234.50', '12'.
 * @returns null for anything else, also for '1.234', which could be either, and for more than `MAX_CENTAVOS`
 */
export function readAmount(text: string): number | null {
  const match = /^(-?)(\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+)(?:([.,])(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  const [, sign, units = '', point, decimals = ''] = match;
  const grouped = /[.,]/.exec(units)?.[0];
  if (grouped && (!point || grouped === point)) return null;
  const centavos = Number(units.replaceAll(/[.,]/g, '')) * 100 + Number(decimals.padEnd(2, '0'));
  if (centavos > MAX_CENTAVOS) return null;
  return sign && centavos > 0 ? -centavos : centavos;
}

/** @returns null for an unterminated quotation */
function splitCells(row: string, separator: string): string[] | null {
  const cells: string[] = [];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}]*))(${separator}|$)`, 'y');
  for (;;) {
    const match = cell.exec(row);
    if (!match) return null;
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '') return cells;
  }
}
