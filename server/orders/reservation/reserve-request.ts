import type { AllocatedLine, RequestedLine } from '@mare/domain/numbers/allocate-numbers.ts';
import type { OrderStatus } from '@mare/domain/orders/order-state.ts';

export interface ReserveLine extends RequestedLine {
  bonusQuantity: number;
  unitPriceCentavos: number;
  totalCentavos: number;
  /** Where the rifa limits it: cotas that one person may have of it in all. */
  maxPerPerson?: number | null;
}

export interface ReserveRequest {
  orderId: string;
  externalReference: string;
  userId: string;
  /** The browser's key: the same key of the same user twice is one order. */
  clientRequestId: string;
  customer: object;
  totalCentavos: number;
  holdExpiresAt: Date;
  /** Whose link brought the buyer. */
  affiliateId?: string | null;
  /** At least one; two of the same rifa are allowed. */
  lines: readonly ReserveLine[];
  /** Regulations that the buyer accepts with this order: recorded in the same transaction. */
  acceptedRegulations?: readonly { rifaId: string; regulationSha256: string }[];
  /** A try to charge the order, recorded in the same transaction before the provider is called. */
  attempt: NewAttempt | null;
}

export interface NewAttempt {
  id: string;
  provider: string;
  kind: 'hosted' | 'pix';
  idempotencyKey: string;
  /** What will be asked of the provider, when that is known already. */
  request?: object;
}

export interface ReservedOrder {
  id: string;
  externalReference: string;
  status: OrderStatus;
  totalCentavos: number;
  holdExpiresAt: Date;
  createdAt: Date;
}

export type ReserveResult =
  /** `repeated`: the stored order of the same key, with its own numbers; nothing new was written. */
  | { ok: true; order: ReservedOrder; lines: AllocatedLine[]; repeated: boolean }
  | { ok: false; code: 'SOLD_OUT'; rifaId: string }
  /** `remaining` cotas may still be reserved at this moment. */
  | { ok: false; code: 'NOT_ENOUGH'; rifaId: string; remaining: number }
  | { ok: false; code: 'RIFA_NOT_ACTIVE'; rifaId: string }
  /** Of the numbers that the buyer chose, these are somebody else's. */
  | { ok: false; code: 'NUMBERS_TAKEN'; rifaId: string; numbers: number[] }
  /** The buyer would have more than `max` cotas of the rifa. */
  | ({ ok: false; code: 'PURCHASE_LIMIT_EXCEEDED' } & OverShare)
  /** Too many are waiting, or the numbers stayed locked: try again in a moment. */
  | { ok: false; code: 'BUSY' };

export interface OverShare {
  rifaId: string;
  max: number;
  /** Cotas that the person has already. */
  held: number;
}
