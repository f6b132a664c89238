/** How the last calls to the payment providers ended: for the panel, `ops doctor` and the metrics. */
import type { Registry } from 'prom-client';
import {
  assessProvider,
  describeProvider,
  type ProviderHealth,
} from '@mare/domain/payments/provider-health.ts';
import type { Platform } from '../../platform/platform.ts';
import { atMostEvery, registerReadGauge } from '../../platform/metrics/cached-read.ts';

const READ_EVERY_MS = 5_000;
const UNUSED = {
  lastAnsweredAt: null,
  failures: 0,
  failingSince: null,
  lastFailedAt: null,
  lastFailure: null,
};

export interface KnownProvider<Id extends string> {
  provider: Id;
  health: ProviderHealth;
  /** Calls without a response since the last response. */
  failures: number;
  failingSince: Date | null;
  lastFailure: string | null;
  /** How the last calls ended, in Portuguese. */
  lastCalls: string;
}

/** @param ids providers to return, in this order; without: all that were ever called */
export async function readProviderCalls<Id extends string>(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  ids?: readonly Id[],
): Promise<KnownProvider<Id>[]> {
  const rows = await db.selectFrom('providerCalls').selectAll().orderBy('provider').execute();
  const now = clock.now();
  return (ids ?? rows.map(({ provider }) => provider as Id)).map((provider) => {
    const calls = rows.find((row) => row.provider === provider) ?? UNUSED;
    const { failures, failingSince, lastFailure } = calls;
    return {
      provider,
      failures,
      failingSince,
      lastFailure,
      health: assessProvider(calls, now),
      lastCalls: describeProvider(calls, now),
    };
  });
}

export function registerProviderMetrics(registry: Registry, platform: Pick<Platform, 'db' | 'clock'>): void {
  const { clock } = platform;
  const read = atMostEvery(clock, READ_EVERY_MS, () => readProviderCalls(platform));
  registerReadGauge(
    registry,
    {
      name: 'mare_provider_failures',
      help: 'Calls to the payment provider without an answer since the last answered one, of all processes',
      labelNames: ['provider'],
    },
    async () => (await read()).map(({ provider, failures }) => ({ provider, value: failures })),
  );
  registerReadGauge(
    registry,
    {
      name: 'mare_provider_failing_seconds',
      help: 'Seconds since the first of those calls; 0 while the last call was answered, or no recent call is known',
      labelNames: ['provider'],
    },
    async () =>
      (await read()).map(({ provider, health, failingSince }) => ({
        provider,
        value:
          health === 'fails' && failingSince ? (clock.now().getTime() - failingSince.getTime()) / 1000 : 0,
      })),
  );
}
