/** Responses of a provider over HTTP: parsed, and classified by whether a write may have happened. */
import type { z } from 'zod';
import type { ProviderFailure, ProviderResult } from '../providers/payment-provider.ts';

export interface ProviderResponse {
  status: number;
  /** From `Retry-After`; null without one. */
  retryAfterSeconds: number | null;
  /** Parsed JSON; undefined if the body is not JSON. */
  body: unknown;
}

/** Result of one try. `fault`: name of the error if there was no response. */
export type CallOutcome = ProviderResponse | { fault: string };

/** How one provider's responses are classified. */
export interface ResponseRules {
  /** Statuses below 500 that another try may resolve. */
  retryableStatuses: readonly number[];
  /** Parses a response without a fault. */
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

/** No response, an unreadable one, a server error, or a status that another try may resolve. */
export function isFault(outcome: CallOutcome, { retryableStatuses }: ResponseRules): boolean {
  if ('fault' in outcome) return true;
  if (outcome.status >= 500 || retryableStatuses.includes(outcome.status)) return true;
  return outcome.status < 300 && outcome.body === undefined;
}

export const retryAfter = (outcome: CallOutcome) => ('fault' in outcome ? null : outcome.retryAfterSeconds);

export function readResult(outcome: CallOutcome, rules: ResponseRules): ProviderResult<unknown> {
  if (isFault(outcome, rules))
    return failure({ kind: 'unavailable', retryAfterSeconds: retryAfter(outcome) });
  return rules.settle(outcome as ProviderResponse);
}

/** A write without a readable response may have happened, unless it was rate-limited. */
export function writeResult(outcome: CallOutcome, rules: ResponseRules): ProviderResult<unknown> {
  if ('fault' in outcome) return failure({ kind: 'unknown_outcome', cause: outcome.fault });
  if (outcome.status === 429)
    return failure({ kind: 'unavailable', retryAfterSeconds: outcome.retryAfterSeconds });
  if (isFault(outcome, rules)) return failure({ kind: 'unknown_outcome', cause: `http ${outcome.status}` });
  return rules.settle(outcome);
}

export function mapResult<From, To>(
  result: ProviderResult<From>,
  map: (value: From) => To,
): ProviderResult<To> {
  return result.ok ? { ok: true, value: map(result.value) } : result;
}

/** Result of a read whose response does not match the schema. */
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
  if (result.ok && !understood.ok) return failure({ kind: 'unknown_outcome', cause: 'malformed response' });
  return understood;
}
