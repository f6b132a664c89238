import { alwaysAwake } from '../../platform/activity.ts';
import type { Platform } from '../../platform/platform.ts';
import { requestCosignatures } from './request-cosignatures.ts';

const INTERVAL_MS = 2_000;

/** Keeps the public log cosigned until stopped. Separate from the signing loop, so that a slow witness delays nothing. */
export function startWitnessing(platform: Pick<Platform, 'db' | 'clock' | 'config' | 'log' | 'activity'>): {
  stop(): Promise<void>;
} {
  const { activity = alwaysAwake } = platform;
  const stopping = new AbortController();
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await requestCosignatures(platform).catch((error: unknown) =>
        platform.log.error({ err: error }, 'request to the witnesses of the public log failed'),
      );
      await activity.pause(INTERVAL_MS, stopping.signal);
    }
  })();
  return {
    stop() {
      stopping.abort();
      return loop;
    },
  };
}
