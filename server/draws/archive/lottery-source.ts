/** The services that the archive of extractions is fetched from. */
import type { Config } from '../../platform/config.ts';
import { readShort } from '../read-short.ts';

const TIMEOUT_MS = 10_000;
const LONGEST_ANSWER_BYTES = 256 * 1024;

export interface LotterySource {
  /** `official`, or the host of a mirror. */
  name: string;
  /**
   * @param number null asks for the latest extraction
   * @throws when the service cannot be reached or answers with an error
   */
  fetch(number: number | null): Promise<{ url: string; body: string }>;
}

/** The lottery's own service first, then its mirrors. */
export function lotterySources(
  config: Pick<Config, 'lotteryResultsUrl' | 'lotteryMirrorUrls'>,
): LotterySource[] {
  return [
    ...(config.lotteryResultsUrl ? [httpSource('official', config.lotteryResultsUrl, '')] : []),
    ...config.lotteryMirrorUrls.map((url) => httpSource(new URL(url).host, url, '/latest')),
  ];
}

/** The address is the operator's setting. Redirects are not followed; time and length of an answer are bounded. */
function httpSource(name: string, address: string, latest: string): LotterySource {
  return {
    name,
    async fetch(number) {
      const url = number === null ? `${address}${latest}` : `${address}/${number}`;
      const response = await fetch(url, {
        redirect: 'error',
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.status !== 200) throw new Error(`status ${response.status}`);
      return { url, body: (await readShort(response, LONGEST_ANSWER_BYTES)).toString('utf8') };
    },
  };
}
