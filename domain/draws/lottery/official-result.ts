/** Parses the response of the official results service of the Loteria Federal. */

import { parseObject, readBrazilianDate } from './response-fields.ts';

export interface OfficialResult {
  extraction: number;
  /** ISO date. */
  date: string;
  /** First to fifth prize, five digits each. */
  prizes: string[];
}

export type ResultError =
  | 'NOT_JSON'
  /** A result of another lottery run by the same bank. */
  | 'OTHER_LOTTERY'
  | 'OTHER_EXTRACTION'
  | 'OTHER_DATE'
  /** Anything but five prizes of five or six digits, or two lists that differ. */
  | 'MALFORMED'
  /** Published before the draw was over: a prize is 00000. */
  | 'PLACEHOLDER';

export type ReadResult = { ok: true; result: OfficialResult } | { ok: false; code: ResultError };

const PRIZES = 5;
/** The lottery prints five digits; the service prepends a zero. */
const TICKET = /^0?(\d{5})$/;

/** @param expected the sealed extraction; a null date matches any date */
export function readOfficialResult(
  body: string,
  expected: { extraction: number; date: string | null },
): ReadResult {
  const response = parseObject(body);
  if (!response) return { ok: false, code: 'NOT_JSON' };
  if (response['tipoJogo'] !== 'LOTERIA_FEDERAL') return { ok: false, code: 'OTHER_LOTTERY' };
  if (response['numero'] !== expected.extraction) return { ok: false, code: 'OTHER_EXTRACTION' };
  const date = readBrazilianDate(response['dataApuracao']);
  if (!date) return { ok: false, code: 'MALFORMED' };
  if (expected.date !== null && date !== expected.date) return { ok: false, code: 'OTHER_DATE' };
  const listed = response['listaDezenas'] ?? response['dezenasSorteadasOrdemSorteio'];
  const inOrder = response['dezenasSorteadasOrdemSorteio'] ?? listed;
  if (JSON.stringify(listed) !== JSON.stringify(inOrder)) return { ok: false, code: 'MALFORMED' };
  const prizes = readPrizes(inOrder);
  if (!prizes) return { ok: false, code: 'MALFORMED' };
  // A real prize can be 00000, but the service has also published it as a placeholder, even for the fifth prize alone.
  // An admin has to enter such a result.
  if (prizes.some((prize) => prize === '00000')) return { ok: false, code: 'PLACEHOLDER' };
  return { ok: true, result: { extraction: expected.extraction, date, prizes } };
}

/** Five fetched prizes as five digits each; null when they are malformed. */
export function readPrizes(values: unknown): string[] | null {
  if (!Array.isArray(values) || values.length !== PRIZES) return null;
  const prizes = values.map((value) =>
    typeof value === 'string' ? TICKET.exec(value.trim())?.[1] : undefined,
  );
  return prizes.every((prize) => prize !== undefined) ? prizes : null;
}

/** As the lottery prints a ticket, or its service pads it: 29004, 29.004, 29 004, 029004. */
const TYPED_TICKET = /^0?(\d{2})[.\s]?(\d{3})$/;

export type TypedPrizeError =
  | 'EMPTY'
  /** Something else than digits, a point or a space. */
  | 'NOT_A_NUMBER'
  | 'TOO_FEW_DIGITS'
  /** More than five digits, or six of which the first is not a zero. */
  | 'TOO_MANY_DIGITS'
  /** A point or space that does not separate the last three digits. */
  | 'MISPLACED_SEPARATOR';

export type ReadTypedPrize = { ok: true; prize: string } | { ok: false; code: TypedPrizeError };

/** Parses one typed prize as five digits. @returns the error if it is invalid */
export function readTypedPrize(text: string): ReadTypedPrize {
  const typed = text.trim();
  const match = TYPED_TICKET.exec(typed);
  if (match) return { ok: true, prize: `${match[1]}${match[2]}` };
  if (typed === '') return { ok: false, code: 'EMPTY' };
  if (!/^[\d.\s]+$/.test(typed)) return { ok: false, code: 'NOT_A_NUMBER' };
  const digits = typed.replaceAll(/\D/g, '').length;
  if (digits < 5) return { ok: false, code: 'TOO_FEW_DIGITS' };
  if (digits > 6 || (digits === 6 && !typed.startsWith('0'))) return { ok: false, code: 'TOO_MANY_DIGITS' };
  return { ok: false, code: 'MISPLACED_SEPARATOR' };
}

/** @returns null unless all five can be read */
export function readTypedPrizes(values: readonly string[]): string[] | null {
  const prizes = values.flatMap((value) => {
    const read = readTypedPrize(value);
    return read.ok ? [read.prize] : [];
  });
  return values.length === PRIZES && prizes.length === PRIZES ? prizes : null;
}
