import {
  groupDeadline,
  validateGroupPlan,
  type StartGroupRejection,
} from '@mare/domain/orders/group-purchases/group-bounds.ts';
import type { TakePartRejection } from '@mare/domain/orders/group-purchases/take-part.ts';
import { findPart, type FoundPart } from '../../orders/group-purchases/find-group.ts';
import type { GroupStart, GroupTake } from '../../orders/reservation/reserve-request.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PricedPurchase } from '../purchase/price-purchase.ts';
import type { PaymentRequest } from '../validation/validate-purchase.ts';

export interface GroupOfOrder {
  request: GroupStart | GroupTake;
  /** Latest end of the reservation. */
  deadline: Date;
}

export type PlanGroupResult =
  | { ok: true; group: GroupOfOrder | null }
  | { ok: false; code: 'GROUP_REJECTED'; reason: StartGroupRejection | TakePartRejection }
  /** The items differ from the group's part. */
  | { ok: false; code: 'RIFA_UNKNOWN' };

type Planning = Pick<Platform, 'db' | 'clock' | 'random'>;

/**
 * Whether the order starts a group purchase, pays a part of one, or neither. The reservation rechecks what concurrent
 * buyers may change.
 */
export async function planGroup(
  platform: Planning,
  request: PaymentRequest,
  purchase: Pick<PricedPurchase, 'priced' | 'rifas'>,
): Promise<PlanGroupResult> {
  const { group, items } = request;
  if (!group) return { ok: true, group: null };
  if (items.length !== 1) return { ok: false, code: 'RIFA_UNKNOWN' };
  if (group.kind === 'start') return planStart(platform, request, group, purchase);
  const { rifaId, tier } = purchase.priced.lines[0]!;
  const part = await findPart(platform.db, group.token, group.partNo);
  if (!part) return { ok: false, code: 'GROUP_REJECTED', reason: 'ended' };
  if (!isOrderOfPart(part, { rifaId, tier, quantity: items[0]!.quantity }))
    return { ok: false, code: 'GROUP_REJECTED', reason: 'terms_changed' };
  return { ok: true, group: { request: { kind: 'take', partId: part.id }, deadline: part.deadline } };
}

function isOrderOfPart(part: FoundPart, ordered: Pick<FoundPart, 'rifaId' | 'quantity' | 'tier'>): boolean {
  return part.rifaId === ordered.rifaId && part.quantity === ordered.quantity && part.tier === ordered.tier;
}

const TOKEN_BYTES = 18;

async function planStart(
  { clock, random }: Planning,
  { items }: PaymentRequest,
  { name, parts, hours }: Extract<NonNullable<PaymentRequest['group']>, { kind: 'start' }>,
  { priced, rifas }: Pick<PricedPurchase, 'priced' | 'rifas'>,
): Promise<PlanGroupResult> {
  const line = priced.lines[0]!;
  const rifa = rifas.get(line.rifaId)!;
  const { quantity } = items[0]!;
  const deadline = groupDeadline(clock.now(), hours);
  const reason = validateGroupPlan(
    { parts, quantity, deadline },
    { ...rifa, freeCotas: rifa.cotasLeft ?? 0 },
  );
  if (reason) return { ok: false, code: 'GROUP_REJECTED', reason };
  return {
    ok: true,
    group: {
      deadline,
      request: {
        kind: 'start',
        id: random.uuid(),
        token: random.bytes(TOKEN_BYTES).toString('base64url'),
        name,
        partIds: Array.from({ length: parts }, () => random.uuid()),
        quantity,
        tier: line.tier,
        partCentavos: line.fullCentavos,
        deadline,
      },
    },
  };
}
