/** `user_metadata`: what a person (or the sign-up form) says of themselves. It travels in every access token. */
import { refuse, type Refusal } from './outcome.ts';

const MAX_BYTES = 16 * 1024;

export function refuseMetadata(metadata: Record<string, unknown>): Refusal | null {
  if (Buffer.byteLength(JSON.stringify(metadata)) <= MAX_BYTES) return null;
  return refuse(400, 'validation_failed', `User metadata cannot be larger than ${MAX_BYTES} bytes`);
}

/** One level deep; null removes a key. */
export function mergeMetadata(
  present: Record<string, unknown>,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  const merged = new Map(Object.entries(present));
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}
