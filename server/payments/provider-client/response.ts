/** Responses of a provider over HTTP: parsed, and classified by whether a write may have happened. */
import type { z } from 'zod';
import type { ProviderFailure, ProviderResult } from '../payment-provider.ts';

export interface ProviderResponse {
  status: number;
  /** From `Retry-After`; null without one. */
  retryAfterSeconds: number | null;
  /** Parsed JSON; undefined when it is none. */
  body: unknown;
}

/** Result of one try. `fault`: name of the error if there was no response. */
export type Answer = ProviderResponse | { fault: string };

/** How one provider's responses are classified. */
export interface ResponseRules {
  /** Statuses below 500 that may pass on another try. */
  retryableStatuses: readonly number[];
  /** Reads a response that is no fault. */
  settle: (response: ProviderResponse) => ProviderResult<unknown>;
}

export const failure = (error: ProviderFailure): ProviderResult<never> => ({ ok: false, error });

/** @returns undefined for text that is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** No response, an unreadable one, a server error, or a status that may pass on another try. */
export function isFault(answer: Answer, { retryableStatuses }: ResponseRules): boolean {
  if ('fault' in answer) return true;
  if (answer.status >= 500 || retryableStatuses.includes(answer.status)) return true;
  return answer.status < 300 && answer.body === undefined;
}

export const retryAfter = (answer: Answer) => ('fault' in answer ? null : answer.retryAfterSeconds);

export function readResult(answer: Answer, rules: ResponseRules): ProviderResult<unknown> {
  if (isFault(answer, rules)) return failure({ kind: 'unavailable', retryAfterSeconds: retryAfter(answer) });
  return rules.settle(answer as ProviderResponse);
}

/** A write without a readable response may have happened, unless it was rate-limited. */
export function writeResult(answer: Answer, rules: ResponseRules): ProviderResult<unknown> {
  if ('fault' in answer) return failure({ kind: 'unknown_outcome', cause: answer.fault });
  if (answer.status === 429)
    return failure({ kind: 'unavailable', retryAfterSeconds: answer.retryAfterSeconds });
  if (isFault(answer, rules)) return failure({ kind: 'unknown_outcome', cause: `http ${answer.status}` });
  return rules.settle(answer);
}

export function mapResult<From, To>(
  result: ProviderResult<From>,
  map: (value: From) => To,
): ProviderResult<To> {
  return result.ok ? { ok: true, value: map(result.value) } : result;
}

/** A read whose response does not fit the schema says nothing. */
export const unreadable = failure({ kind: 'unavailable', retryAfterSeconds: null });

export function readAs<Schema extends z.ZodType>(
  result: ProviderResult<unknown>,
  schema: Schema,
): ProviderResult<z.output<Schema>> {
  if (!result.ok) return result;
  const parsed = schema.safeParse(result.value);
  return parsed.success ? { ok: true, value: parsed.data } : unreadable;
}

/** A response to a write that does not fit the schema is an unknown outcome. */
export function readWriteAs<Schema extends z.ZodType>(
  result: ProviderResult<unknown>,
  schema: Schema,
): ProviderResult<z.output<Schema>> {
  const understood = readAs(result, schema);
  if (result.ok && !understood.ok) return failure({ kind: 'unknown_outcome', cause: 'unreadable answer' });
  return understood;
}
