/** Reading the answer of the Loteria Federal's own results service. */

export interface OfficialResult {
  extraction: number;
  /** ISO date. */
  date: string;
  /** First to fifth prize, five digits each. */
  prizes: string[];
}

export type ResultError =
  | 'NOT_JSON'
  /** Another lottery of the same bank. */
  | 'OTHER_LOTTERY'
  | 'OTHER_EXTRACTION'
  | 'OTHER_DATE'
  /** Not five prizes of up to six digits, or two lists that disagree. */
  | 'MALFORMED'
  /** Published before the draw was over: prizes of zeros. */
  | 'PLACEHOLDER';

export type ReadResult = { ok: true; result: OfficialResult } | { ok: false; code: ResultError };

const PRIZES = 5;
/** The lottery prints five digits; the service puts a zero in front. */
const TICKET = /^0?(\d{5})$/;

/** @param wanted the sealed extraction; without a date any will do */
export function readOfficialResult(
  body: string,
  wanted: { extraction: number; date: string | null },
): ReadResult {
  const answer = parseObject(body);
  if (!answer) return { ok: false, code: 'NOT_JSON' };
  if (answer['tipoJogo'] !== 'LOTERIA_FEDERAL') return { ok: false, code: 'OTHER_LOTTERY' };
  if (answer['numero'] !== wanted.extraction) return { ok: false, code: 'OTHER_EXTRACTION' };
  const date = isoDate(answer['dataApuracao']);
  if (!date) return { ok: false, code: 'MALFORMED' };
  if (wanted.date !== null && date !== wanted.date) return { ok: false, code: 'OTHER_DATE' };
  const listed = answer['listaDezenas'] ?? answer['dezenasSorteadasOrdemSorteio'];
  const inOrder = answer['dezenasSorteadasOrdemSorteio'] ?? listed;
  if (JSON.stringify(listed) !== JSON.stringify(inOrder)) return { ok: false, code: 'MALFORMED' };
  const prizes = readPrizes(inOrder);
  if (!prizes) return { ok: false, code: 'MALFORMED' };
  // A real prize may be 00000, but never two of one extraction; and the service itself has published zeros in the fifth
  // place alone, so that one is not believed without a person either.
  if (prizes.some((prize) => prize === '00000')) return { ok: false, code: 'PLACEHOLDER' };
  return { ok: true, result: { extraction: wanted.extraction, date, prizes } };
}

/** Five prizes as typed or fetched, brought to five digits each; null when they are not that. */
export function readPrizes(values: unknown): string[] | null {
  if (!Array.isArray(values) || values.length !== PRIZES) return null;
  const prizes = values.map((value) =>
    typeof value === 'string' ? TICKET.exec(value.trim())?.[1] : undefined,
  );
  return prizes.every((prize) => prize !== undefined) ? prizes : null;
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** '16/08/2026' as '2026-08-16'. */
function isoDate(value: unknown): string | null {
  const match = typeof value === 'string' ? /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(value) : null;
  return match ? `${match[3]}-${match[2]}-${match[1]}` : null;
}
