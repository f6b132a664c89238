/** Services from which the archive of extractions is fetched. */
import type { Platform } from '../../platform/platform.ts';
import { type LotterySource, OFFICIAL_SOURCE } from './source.ts';
import { simulatedLottery } from './simulated-lottery.ts';
import { readLimited } from '../../platform/http/outgoing/read-limited.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 256 * 1024;

/** The lottery's own service first, then its mirrors. In the demonstration, a simulated lottery. */
export function lotterySources({ config, clock }: Pick<Platform, 'config' | 'clock'>): LotterySource[] {
  return [
    ...(config.demo && !config.lotteryResultsUrl ? [simulatedLottery(clock)] : []),
    ...(config.lotteryResultsUrl ? [httpSource(OFFICIAL_SOURCE, config.lotteryResultsUrl, '')] : []),
    ...config.lotteryMirrorUrls.map((url) => httpSource(new URL(url).host, url, '/latest')),
  ];
}

/** Only the operator configures the URL. Redirects are not followed; response time and length are limited. */
function httpSource(name: string, baseUrl: string, latest: string): LotterySource {
  return {
    name,
    missingAtOnce: 30,
    async readResponse(number) {
      const url = number === null ? `${baseUrl}${latest}` : `${baseUrl}/${number}`;
      const response = await fetch(url, {
        redirect: 'error',
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.status !== 200) throw new Error(`status ${response.status}`);
      return { url, body: (await readLimited(response, MAX_RESPONSE_BYTES)).toString('utf8') };
    },
  };
}
