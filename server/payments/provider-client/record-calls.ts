/** Records how the calls to a provider end, for the panel, `ops doctor` and the metrics: `provider_calls`. */
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { createThrottle } from '../../platform/throttle.ts';
import type { PaymentProvider, ProviderFailure, ProviderResult } from '../providers/payment-provider.ts';
import { wrapCalls } from './wrap-calls.ts';

const WRITE_EVERY_MS = 1_000;

/** A rejection of the credentials counts as a failure of every call. */
const FAILURES = new Set<ProviderFailure['kind']>(['unavailable', 'unknown_outcome', 'auth']);

/** Calls since the last write. */
interface Unwritten {
  answeredAt: Date | null;
  /** Since `answeredAt`. */
  failures: number;
  failingSince: Date | null;
  failedAt: Date | null;
  failure: string | null;
}

const NOTHING: Unwritten = {
  answeredAt: null,
  failures: 0,
  failingSince: null,
  failedAt: null,
  failure: null,
};

export interface RecordedProvider {
  provider: PaymentProvider;
  /** Flushes the buffer. */
  close(): Promise<void>;
}

export function recordCalls(
  { db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>,
  provider: PaymentProvider,
): RecordedProvider {
  let unwritten = NOTHING;
  let writing: Promise<void> = Promise.resolve();

  function write(): void {
    const calls = unwritten;
    if (calls === NOTHING) return;
    unwritten = NOTHING;
    writing = writing.then(() =>
      save({ db }, provider.id, calls).catch((error: unknown) =>
        log.warn({ err: error, provider: provider.id }, 'calls to the provider not recorded'),
      ),
    );
  }
  const writes = createThrottle(write, WRITE_EVERY_MS);

  function record(result: ProviderResult<unknown>): void {
    const now = clock.now();
    unwritten =
      result.ok || !FAILURES.has(result.error.kind)
        ? { ...NOTHING, answeredAt: now, failedAt: unwritten.failedAt, failure: unwritten.failure }
        : {
            ...unwritten,
            failures: unwritten.failures + 1,
            failingSince: unwritten.failingSince ?? now,
            failedAt: now,
            failure: result.error.kind,
          };
    writes.trigger();
  }

  return {
    provider: wrapCalls(provider, async (call) => {
      // The circuit breaker rejects without a call.
      const isCalled = provider.isAvailable();
      const result = await call();
      if (isCalled) record(result);
      return result;
    }),
    async close() {
      writes.stop();
      write();
      await writing;
    },
  };
}

/** A failure stays until a later response, in any process. */
async function save({ db }: Pick<Platform, 'db'>, provider: string, calls: Unwritten): Promise<void> {
  const { answeredAt, failures, failingSince, failedAt, failure } = calls;
  await sql`
    insert into provider_calls as known
      (provider, last_answered_at, failures, failing_since, last_failed_at, last_failure)
    values (${provider}, ${answeredAt}, ${failures}, ${failingSince}, ${failedAt}, ${failure})
    on conflict (provider) do update set
      failures = case when known.last_failed_at > coalesce(excluded.last_answered_at, '-infinity')
          then known.failures else 0 end
        + case when excluded.last_failed_at >= coalesce(known.last_answered_at, '-infinity')
          then excluded.failures else 0 end,
      failing_since = least(
        case when known.last_failed_at > coalesce(excluded.last_answered_at, '-infinity')
          then known.failing_since end,
        case when excluded.last_failed_at >= coalesce(known.last_answered_at, '-infinity')
          then excluded.failing_since end),
      last_answered_at = greatest(known.last_answered_at, excluded.last_answered_at),
      last_failure = case when excluded.last_failed_at >= coalesce(known.last_failed_at, '-infinity')
        then excluded.last_failure else known.last_failure end,
      last_failed_at = greatest(known.last_failed_at, excluded.last_failed_at)`.execute(db);
}
