/** Dependencies shared by the payment use cases. */
import type { Database } from '@mare/database/connection/connect.ts';
import type { Platform } from '../platform/platform.ts';
import type { ChargeBatchWriter } from './attempts/charge-batch-writer.ts';
import type { PaymentProvider } from './providers/payment-provider.ts';
import type { SettlementBatchWriter } from './settlement/settlement-batch-writer.ts';

export interface PaymentsContext extends Pick<
  Platform,
  'db' | 'caches' | 'jobs' | 'clock' | 'random' | 'log' | 'activity'
> {
  /** Connections for transactions and lookups by key, with prepared statements: see `lookupsOf`. */
  lookups: Database;
  /** Provider of new charges. */
  provider: PaymentProvider;
  /** Providers of charges made before a change of provider, and providers that an admin chose. */
  otherProviders: readonly PaymentProvider[];
  chargeBatchWriter: ChargeBatchWriter;
  settlementBatchWriter: SettlementBatchWriter;
}
