/** What every use case of payments leans on. */
import type { Platform } from '../platform/platform.ts';
import type { ChargeLane } from './attempts/charge-lane.ts';
import type { PaymentProvider } from './payment-provider.ts';

export interface PaymentsContext extends Pick<Platform, 'db' | 'jobs' | 'clock' | 'random' | 'log'> {
  provider: PaymentProvider;
  chargeLane: ChargeLane;
}
