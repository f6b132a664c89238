/** Parses request bodies safely. */
import { grant, reject, type Outcome } from './outcome.ts';

export type JsonBody = Record<string, unknown>;

const MAX_DEPTH = 64;

/**
 * An empty body is an empty object (the client sends a JSON content type without a body), `null` counts as absent, and
 * text that PostgreSQL cannot store (U+0000, lone surrogates) is rejected at any depth.
 */
export function readJsonBody(text: string): Outcome<JsonBody> {
  if (text.trim() === '') return grant({});
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return reject(400, 'bad_json', 'Could not parse request body as JSON');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return reject(400, 'bad_json', 'Request body must be a JSON object');
  if (!isStorable(parsed, 0))
    return reject(400, 'validation_failed', 'Request body holds text or nesting that cannot be stored');
  return grant(Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== null)));
}

function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  return Object.entries(value).every(([key, inner]) => isStorableText(key) && isStorable(inner, depth + 1));
}

export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
