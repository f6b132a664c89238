/**
 * Client of the Loteria Federal's results service. Only the operator configures the address. Redirects are not followed;
 * response time and length are limited.
 */
import type { Platform } from '../../platform/platform.ts';
import { readLimited } from '../read-limited.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 256 * 1024;

export type OfficialAnswer =
  | { ok: true; url: string; body: string }
  /** `off`: no service is configured. */
  | { ok: false; code: 'OFF' | 'UNREACHABLE' };

export async function fetchOfficialAnswer(
  { config, log }: Pick<Platform, 'config' | 'log'>,
  extraction: number,
): Promise<OfficialAnswer> {
  if (!config.lotteryResultsUrl) return { ok: false, code: 'OFF' };
  const url = `${config.lotteryResultsUrl}/${extraction}`;
  try {
    const response = await fetch(url, {
      redirect: 'error',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status !== 200) throw new Error(`status ${response.status}`);
    return { ok: true, url, body: (await readLimited(response, MAX_RESPONSE_BYTES)).toString('utf8') };
  } catch (error) {
    log.warn({ err: error, extraction }, 'lottery results service did not answer');
    return { ok: false, code: 'UNREACHABLE' };
  }
}
