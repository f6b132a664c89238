/** Parses the response of a service that publishes results of the Loteria Federal. */
import { readPrizes } from './official-result.ts';
import { parseObject, readBrazilianDate, readBrazilianTime } from './response-fields.ts';
import type { Extraction } from './extraction.ts';

export interface SourceResponse {
  extraction: Extraction;
  /** The next contest as the source announces it. */
  next: { number: number; date: string } | null;
  /** `HH:MM` in Brasília of the extraction and of the next one, if the response has it. */
  times: { drawn: string | null; next: string | null };
}

export type SourceResponseError =
  | 'NOT_JSON'
  /** Another lottery of the same bank. */
  | 'OTHER_LOTTERY'
  /** No valid number or date. */
  | 'MALFORMED';

export type ParsedSourceResponse =
  | { ok: true; value: SourceResponse }
  | { ok: false; code: SourceResponseError };

/** The services pad missing prizes with zeros, so an extraction with a prize of zeros counts as incomplete. */
const NO_PRIZE = '00000';

/**
 * Accepts the two shapes in use: the lottery's own service (`numero`, `dataApuracao`, `listaDezenas` …) and the public
 * mirrors of it (`concurso`, `data`, `dezenasOrdemSorteio` …). An extraction without a complete list of prizes is
 * valid: its number and date show that it has run.
 */
export function parseSourceResponse(body: string): ParsedSourceResponse {
  const response = parseObject(body);
  if (!response) return { ok: false, code: 'NOT_JSON' };
  const lottery = response['tipoJogo'] ?? response['loteria'];
  if (typeof lottery !== 'string' || !/^(?:loteria_)?federal$/i.test(lottery))
    return { ok: false, code: 'OTHER_LOTTERY' };
  const number = positiveInteger(response['numero'] ?? response['concurso']);
  const date = readBrazilianDate(response['dataApuracao'] ?? response['data']);
  if (number === null || date === null) return { ok: false, code: 'MALFORMED' };
  const nextNumber = positiveInteger(response['numeroConcursoProximo'] ?? response['proximoConcurso']);
  const nextDate = readBrazilianDate(response['dataProximoConcurso']);
  return {
    ok: true,
    value: {
      extraction: { number, date, prizes: completePrizes(response) },
      next:
        nextNumber !== null && nextDate !== null && nextNumber > number && nextDate >= date
          ? { number: nextNumber, date: nextDate }
          : null,
      times: {
        drawn: readBrazilianTime(response['dataApuracao'] ?? response['data']),
        next: readBrazilianTime(response['dataProximoConcurso']),
      },
    },
  };
}

/** In drawing order. Null when the list is missing, incomplete, or stated twice with a difference. */
function completePrizes(response: Record<string, unknown>): string[] | null {
  const lists = [
    response['dezenasSorteadasOrdemSorteio'],
    response['dezenasOrdemSorteio'],
    response['listaDezenas'],
    response['dezenas'],
  ].filter((list) => list !== undefined && list !== null);
  if (lists.length === 0 || new Set(lists.map((list) => JSON.stringify(list))).size > 1) return null;
  const prizes = readPrizes(lists[0]);
  return prizes && !prizes.includes(NO_PRIZE) ? prizes : null;
}

function positiveInteger(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : value;
  return Number.isInteger(number) && (number as number) > 0 && (number as number) <= 9_999_999
    ? (number as number)
    : null;
}
