/** Parses the response of the official results service of the Loteria Federal. */

import { parseObject, readBrazilianDate } from './lottery/answer-fields.ts';

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
  /** Not five prizes of five or six digits, or two lists that differ. */
  | 'MALFORMED'
  /** Published before the draw was over: a prize is 00000. */
  | 'PLACEHOLDER';

export type ReadResult = { ok: true; result: OfficialResult } | { ok: false; code: ResultError };

const PRIZES = 5;
/** The lottery prints five digits; the service prepends a zero. */
const TICKET = /^0?(\d{5})$/;

/** @param wanted the sealed extraction; a null date matches any date */
export function readOfficialResult(
  body: string,
  wanted: { extraction: number; date: string | null },
): ReadResult {
  const answer = parseObject(body);
  if (!answer) return { ok: false, code: 'NOT_JSON' };
  if (answer['tipoJogo'] !== 'LOTERIA_FEDERAL') return { ok: false, code: 'OTHER_LOTTERY' };
  if (answer['numero'] !== wanted.extraction) return { ok: false, code: 'OTHER_EXTRACTION' };
  const date = readBrazilianDate(answer['dataApuracao']);
  if (!date) return { ok: false, code: 'MALFORMED' };
  if (wanted.date !== null && date !== wanted.date) return { ok: false, code: 'OTHER_DATE' };
  const listed = answer['listaDezenas'] ?? answer['dezenasSorteadasOrdemSorteio'];
  const inOrder = answer['dezenasSorteadasOrdemSorteio'] ?? listed;
  if (JSON.stringify(listed) !== JSON.stringify(inOrder)) return { ok: false, code: 'MALFORMED' };
  const prizes = readPrizes(inOrder);
  if (!prizes) return { ok: false, code: 'MALFORMED' };
  // A real prize can be 00000, but the service has also published it as a placeholder, even for the fifth prize alone.
  // An admin has to enter such a result.
  if (prizes.some((prize) => prize === '00000')) return { ok: false, code: 'PLACEHOLDER' };
  return { ok: true, result: { extraction: wanted.extraction, date, prizes } };
}

/** Normalizes five typed or fetched prizes to five digits each; null when they are malformed. */
export function readPrizes(values: unknown): string[] | null {
  if (!Array.isArray(values) || values.length !== PRIZES) return null;
  const prizes = values.map((value) =>
    typeof value === 'string' ? TICKET.exec(value.trim())?.[1] : undefined,
  );
  return prizes.every((prize) => prize !== undefined) ? prizes : null;
}
