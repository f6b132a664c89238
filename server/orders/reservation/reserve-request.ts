import type { OrderDiscount } from '@mare/domain/checkout/discounts.ts';
import type { AllocatedLine, RequestedLine } from '@mare/domain/numbers/allocate-numbers.ts';
import type { StartGroupRejection } from '@mare/domain/orders/group-purchases/group-bounds.ts';
import type { TakePartRejection } from '@mare/domain/orders/group-purchases/take-part.ts';
import type { OrderStatus } from '@mare/domain/orders/order-state.ts';

export interface ReserveLine extends RequestedLine {
  bonusQuantity: number;
  unitPriceCentavos: number;
  totalCentavos: number;
  /** Maximum cotas of this rifa per person, if limited. */
  maxPerPerson?: number | null;
}

export interface ReserveRequest {
  orderId: string;
  externalReference: string;
  userId: string;
  /** Idempotency key of the browser, unique per user. */
  clientRequestId: string;
  /** Hash of the request's content: the same key with another hash is rejected. Null: not compared. */
  requestHash?: string | null;
  customer: object;
  /** Salt of the receipt from the buyer's browser: 64 hexadecimal digits. */
  receiptNonce?: string;
  /** Cart of the order: a cart can have one open order. Null or absent without a cart. */
  cartKey?: string | null;
  totalCentavos: number;
  /** Discounts, already subtracted from the total. Null or absent without a discount. */
  discounts?: readonly OrderDiscount[] | null;
  holdExpiresAt: Date;
  /** Affiliate whose link the buyer followed. */
  affiliateId?: string | null;
  /** Personal link that the buyer followed. Ignored if it no longer exists. */
  shareCode?: string | null;
  /** Set for orders that are paid later, to which the limit of unpaid cotas applies. */
  unpaidCap?: {
    /** See `subscriberOf`; null if the IP address identifies no subscriber. */
    network: string | null;
  };
  /** The order is a part of a group purchase; it has one line. */
  group?: GroupStart | GroupTake;
  /** At least one line; a rifa may appear twice. */
  lines: readonly ReserveLine[];
  /** Regulations accepted with this order, recorded in the same transaction. */
  acceptedRegulations?: readonly { rifaId: string; regulationSha256: string }[];
  /** Payment attempt, recorded in the same transaction before the provider is called. */
  attempt: NewAttempt | null;
}

/** The order is the starter's part of a new group, whose other parts are reserved with it. */
export interface GroupStart {
  kind: 'start';
  id: string;
  token: string;
  name: string;
  /** All parts, the starter's first. */
  partIds: readonly string[];
  /** Paid cotas of each part, and their plan. */
  quantity: number;
  tier: string | null;
  /** Price of each part, without discounts. */
  partCentavos: number;
  deadline: Date;
}

/** The order takes a free part, with its numbers. */
export interface GroupTake {
  kind: 'take';
  partId: string;
}

export interface NewAttempt {
  id: string;
  provider: string;
  kind: 'hosted' | 'pix';
  idempotencyKey: string;
  /** Request to the provider, if already known. */
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
  /** `repeated`: the stored order of the same key; nothing new was written. */
  | { ok: true; order: ReservedOrder; lines: AllocatedLine[]; repeated: boolean }
  | { ok: false; code: 'SOLD_OUT'; rifaId: string }
  /** `remaining` cotas are free at this moment. */
  | { ok: false; code: 'NOT_ENOUGH'; rifaId: string; remaining: number }
  | { ok: false; code: 'RIFA_NOT_ACTIVE'; rifaId: string }
  /** These chosen numbers are taken. */
  | { ok: false; code: 'NUMBERS_TAKEN'; rifaId: string; numbers: number[] }
  /** The buyer would exceed `max` cotas of the rifa. */
  | ({ ok: false; code: 'PURCHASE_LIMIT_EXCEEDED' } & ShareLimit)
  /** The buyer, over all accounts of the person, holds too many unpaid cotas. */
  | ({ ok: false; code: 'UNPAID_LIMIT' } & UnpaidLimit)
  /** The group cannot be started, or its part cannot be taken. */
  | { ok: false; code: 'GROUP_REJECTED'; rifaId: string; reason: StartGroupRejection | TakePartRejection }
  /** The buyer's account was deleted or merged since the request began. */
  | { ok: false; code: 'ACCOUNT_CLOSED' }
  /** The key belongs to an order with different content. */
  | { ok: false; code: 'KEY_REUSED' }
  /** Another request created an order of the same cart, which still awaits payment. */
  | { ok: false; code: 'OPEN_ORDER' }
  /** Queue full, or the numbers stayed locked: retry shortly. */
  | { ok: false; code: 'BUSY' };

export interface ShareLimit {
  rifaId: string;
  max: number;
  /** Cotas the person already holds. */
  held: number;
}

export interface UnpaidLimit {
  rifaId: string;
  /** Cotas that the person may still reserve. */
  allowed: number;
  /** Cotas of the rifa that the person holds unpaid. */
  unpaid: number;
}

interface HashedRequest {
  /** Missing for older requests, which are not compared. */
  requestHash?: string | null;
}

/** Whether two requests with the same key have the same content. */
export function isSameRequest(one: HashedRequest, other: HashedRequest): boolean {
  return !one.requestHash || !other.requestHash || one.requestHash === other.requestHash;
}

/** A request with its assigned numbers. */
export interface Reservation {
  request: ReserveRequest;
  /** As many as the request has lines. */
  lines: readonly AllocatedLine[];
  /** For a new group: numbers of its free parts. */
  freeParts?: readonly (readonly number[])[];
}

/**
 * Lines that take numbers from the pages: including the other parts of a new group, excluding a part already reserved.
 */
export function linesToAllocate({
  lines,
  group,
}: Pick<ReserveRequest, 'lines' | 'group'>): readonly RequestedLine[] {
  if (group?.kind === 'take') return [];
  if (!group) return lines;
  const { rifaId, quantity } = lines[0]!;
  return [...lines, { rifaId, quantity: quantity * (group.partIds.length - 1), requestedNumbers: [] }];
}

/** Unpaid centavos that the request adds to the person: for a new group, all of its parts. */
export function unpaidCentavosOf({
  totalCentavos,
  group,
}: Pick<ReserveRequest, 'totalCentavos' | 'group'>): number {
  return group?.kind === 'start'
    ? totalCentavos + group.partCentavos * (group.partIds.length - 1)
    : totalCentavos;
}
