/** `user_metadata`: data that the user or the sign-up form sets. */
import { reject, type Rejection } from '../protocol/outcome.ts';

const MAX_BYTES = 16 * 1024;
/** Servers and proxies refuse requests whose headers, access token included, exceed 8 to 16 KiB. */
const CLAIM_MAX_BYTES = 3 * 1024;

export function validateMetadata(metadata: Record<string, unknown>): Rejection | null {
  if (Buffer.byteLength(JSON.stringify(metadata)) <= MAX_BYTES) return null;
  return reject(400, 'validation_failed', `User metadata cannot be larger than ${MAX_BYTES} bytes`);
}

/** The metadata for access tokens; empty if it would make request headers too large. */
export function claimableMetadata(metadata: unknown): unknown {
  return Buffer.byteLength(JSON.stringify(metadata)) <= CLAIM_MAX_BYTES ? metadata : {};
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
