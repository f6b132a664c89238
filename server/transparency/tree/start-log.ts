import { alwaysAwake } from '../../platform/activity.ts';
import type { Platform } from '../../platform/platform.ts';
import { hasQueued, integrateBatch } from './integrate-log.ts';
import { type LogKey, openLogKey } from '../keys/log-key.ts';
import { declareLostDemoKey } from '../keys/rotate-log-key.ts';
import { recordKey, signTree } from './sign-tree.ts';

/** Entries are integrated and signed within about two intervals. */
const INTERVAL_MS = 1_000;

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'config' | 'random' | 'activity'>;

/** Rounds after which an unsigned tree is signed, in case another process stopped between integrating and signing. */
const ROUNDS_BETWEEN_CHECKS = 30;

/**
 * Integrates all waiting entries, then signs the tree. Without a key it grows unsigned.
 * @returns entries added
 */
export async function updateLog(platform: Deps, key: LogKey | null): Promise<number> {
  const added = await integrateQueued(platform);
  if (key) await signTree(platform, key);
  return added;
}

async function integrateQueued(platform: Deps): Promise<number> {
  let added = 0;
  while (await hasQueued(platform.db)) added += await integrateBatch(platform);
  return added;
}

/** @returns null if the key replaces another one undeclared; the log grows unsigned then */
async function startSigning(platform: Deps, key: LogKey): Promise<LogKey | null> {
  if (platform.config.demo) await declareLostDemoKey(platform, key);
  if ((await recordKey(platform, key)) !== 'UNDECLARED') return key;
  platform.log.error(
    {},
    'the public log is not signed: LOG_KEY_FILE is not its key, and no file beside it replaces that key. See ops rotate-log-key',
  );
  return null;
}

/**
 * Keeps the public log up to date until stopped. Errors are logged and retried.
 * @throws ConfigError when the key cannot be read
 */
export function startLog(platform: Deps): { stop(): Promise<void> } {
  const { config, random, log, activity = alwaysAwake } = platform;
  const opened = openLogKey(config, random);
  /** Null until it may sign. */
  let key: LogKey | null = null;
  if (!opened) log.warn({}, 'the public log is not signed: LOG_KEY_FILE names no key');
  const stopping = new AbortController();
  const loop = (async () => {
    for (let round = 0; !stopping.signal.aborted; round++) {
      try {
        if (opened && round === 0) key = await startSigning(platform, opened);
        const added = await integrateQueued(platform);
        if (key && (added > 0 || round % ROUNDS_BETWEEN_CHECKS === 0)) await signTree(platform, key);
      } catch (error) {
        // The next round signs even without new entries.
        round = -1;
        log.error({ err: error }, 'public log not updated');
      }
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
