/**
 * Refresh tokens: session id (16 bytes), counter (8 bytes), and the first 16 bytes of their HMAC-SHA-256 under the
 * session's key, in base64url. The database stores the encrypted key and the counter, never a token; the active token can
 * be recomputed for a browser that lost the response to its refresh.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNED_BYTES = 24;
const TOKEN_BYTES = 40;

export interface RefreshToken {
  sessionId: string;
  counter: number;
  signed: Buffer;
  mac: Buffer;
}

export function encodeRefreshToken(sessionId: string, counter: number, key: Buffer): string {
  const signed = Buffer.alloc(SIGNED_BYTES);
  Buffer.from(sessionId.replaceAll('-', ''), 'hex').copy(signed);
  signed.writeBigUInt64BE(BigInt(counter), 16);
  return Buffer.concat([signed, macOf(signed, key)]).toString('base64url');
}

/** @returns null unless `encodeRefreshToken` could have produced the text */
export function decodeRefreshToken(text: string): RefreshToken | null {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== text) return null;
  const counter = bytes.readBigUInt64BE(16);
  if (counter > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  const hex = bytes.toString('hex', 0, 16);
  const sessionId = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
  return {
    sessionId,
    counter: Number(counter),
    signed: bytes.subarray(0, SIGNED_BYTES),
    mac: bytes.subarray(SIGNED_BYTES),
  };
}

export function isGenuine(token: RefreshToken, key: Buffer): boolean {
  return timingSafeEqual(token.mac, macOf(token.signed, key));
}

function macOf(signed: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(signed)
    .digest()
    .subarray(0, TOKEN_BYTES - SIGNED_BYTES);
}

export type RefreshVerdict = 'rotate' | 'repeat' | 'reused' | 'rejected';

/**
 * Decides on a valid token of a session. The parent of the active token always gets the active one: the response may have
 * been lost. Older tokens are accepted within the reuse interval, as many tabs refresh at once; after it the token is
 * considered stolen, and the session is revoked.
 */
export function checkRefresh(
  presented: number,
  session: { counter: number; floor: number; secondsSinceRefresh: number },
  reuseSeconds: number,
): RefreshVerdict {
  const behind = session.counter - presented;
  if (behind < 0 || presented < session.floor) return 'rejected';
  if (behind === 0) return 'rotate';
  if (behind === 1 || session.secondsSinceRefresh < reuseSeconds) return 'repeat';
  return 'reused';
}
