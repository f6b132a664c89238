/** Dependencies shared by the payment use cases. */
import type { Database } from '@mare/database/connect.ts';
import type { Platform } from '../platform/platform.ts';
import type { ChargeBatchWriter } from './attempts/charge-batch-writer.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { SettlementBatchWriter } from './settlement/settlement-batch-writer.ts';

export interface PaymentsContext extends Pick<
  Platform,
  'db' | 'caches' | 'jobs' | 'clock' | 'random' | 'log' | 'activity'
> {
  /** For transactions and reads by key, each planned once: see `lookupsOf`. */
  lookups: Database;
  /** For new charges. */
  provider: PaymentProvider;
  /** Of charges made before, or of those chosen by hand. */
  otherProviders: readonly PaymentProvider[];
  chargeBatchWriter: ChargeBatchWriter;
  settlementBatchWriter: SettlementBatchWriter;
}
