/**
 * OpenTimestamps calendar client. The operator configures the address. Redirects are not followed; response time and
 * length are limited.
 */
import type { Platform } from '../../platform/platform.ts';
import { readLimited } from '../../platform/http/read-limited.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 10_000;

type Deps = Pick<Platform, 'config' | 'log'>;

/** Submits a digest. @returns the chain of operations from it, or null when the request fails */
export function submitDigest(platform: Deps, digest: Uint8Array): Promise<Buffer | null> {
  return ask(platform, '/digest', { method: 'POST', body: Buffer.from(digest) });
}

/** @returns the operations from an accepted value to its block; null while pending or when the request fails */
export function requestBlockAttestation(platform: Deps, value: Uint8Array): Promise<Buffer | null> {
  return ask(platform, `/timestamp/${Buffer.from(value).toString('hex')}`, {});
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
