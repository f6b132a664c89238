/**
 * OpenTimestamps calendar client. The operator configures the URL. Redirects are not followed; response time and
 * length are limited.
 */
import { completeChain, readChain } from '@mare/domain/draws/sealing/timestamp-proof.ts';
import type { Platform } from '../../platform/platform.ts';
import { readLimited } from '../../platform/http/outgoing/read-limited.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 10_000;

type Deps = Pick<Platform, 'config' | 'log'>;

/** A digest, and the operations from it to the calendar's promise. */
interface StartedProof {
  digest: Uint8Array;
  chain: Uint8Array;
}

/** Submits a digest. @returns the operations to the calendar's promise, or null when the request fails */
export async function startProof(platform: Deps, digest: Uint8Array): Promise<Buffer | null> {
  const chain = await ask(platform, '/digest', { method: 'POST', body: Buffer.from(digest) });
  if (!chain || readChain(digest, chain)) return chain;
  platform.log.warn({ digest: Buffer.from(digest).toString('hex') }, 'timestamp calendar returned no proof');
  return null;
}

/** @returns the operations to a Bitcoin block, or null while the calendar has none */
export async function completeProof(
  platform: Deps,
  { digest, chain }: StartedProof,
): Promise<{ chain: Buffer; blockHeight: number } | null> {
  const [promise, ...more] = readChain(digest, chain) ?? [];
  if (promise?.kind !== 'pending' || more.length > 0) return null;
  const rest = await ask(platform, `/timestamp/${Buffer.from(promise.value).toString('hex')}`, {});
  if (!rest) return null;
  const complete = completeChain(chain, promise, rest);
  const block = readChain(digest, complete)?.find((one) => one.kind === 'bitcoin');
  return block ? { chain: Buffer.from(complete), blockHeight: block.height } : null;
}

async function ask({ config, log }: Deps, path: string, request: RequestInit): Promise<Buffer | null> {
  try {
    const response = await fetch(`${config.timestampCalendarUrl}${path}`, {
      ...request,
      redirect: 'error',
      headers: { accept: 'application/vnd.opentimestamps.v1' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 404) return null;
    if (response.status !== 200) throw new Error(`status ${response.status}`);
    return await readLimited(response, MAX_RESPONSE_BYTES);
  } catch (error) {
    log.warn({ err: error, path }, 'timestamp calendar request failed');
    return null;
  }
}
