import type { GroupPurchase } from '@mare/contract/orders/group-purchases.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import { groupState, partState } from '@mare/domain/orders/group-purchases/part-state.ts';
import type { ShownStatus } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import type { Platform } from '../../platform/platform.ts';
import { shortBuyerName } from '../reading/buyer-name.ts';
import { selectGroup, selectParts, type StoredPart } from './group.queries.ts';

/**
 * Reads a group for anyone who has the link, with first names and last initials only.
 * @param userId null for a visitor
 */
export async function readGroup(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  token: string,
  userId: string | null,
): Promise<GroupPurchase | null> {
  const group = await selectGroup(db, { token });
  if (!group) return null;
  const parts = await selectParts(db, group.id);
  const { rifaId, title, image, totalNumbers, drawDate, rifaStatus, pauseReason } = group;
  return {
    token,
    name: group.name,
    state: groupState(group),
    endReason: group.endReason,
    starter: starterName(parts[0]!, group.starterName),
    isStarter: group.starterId === userId,
    rifa: {
      id: rifaId,
      title,
      image,
      totalNumbers,
      drawDate: drawDate.toISOString(),
      status: rifaStatus as ShownStatus,
      pauseReason: rifaStatus === 'paused' ? pauseReason : null,
    },
    quantity: group.quantity,
    tier: group.tier,
    cotas: parts[0]!.numbers.length,
    partCentavos: group.partCentavos,
    deadline: group.deadline.toISOString(),
    disputedOthers: countDisputedOthers(parts, userId),
    parts: parts.map((part) => {
      const state = partState(part);
      const isOwn = userId !== null && part.userId === userId;
      return {
        partNo: part.partNo,
        state,
        name:
          state === 'taken' || state === 'paid' || state === 'returned'
            ? shortBuyerName(part.customer)
            : null,
        // A friend who gave cotas away and then withdrew keeps only the given ones.
        numbers: state === 'paid' ? (part.orderNumbers ?? part.numbers) : part.numbers,
        externalReference: isOwn ? part.externalReference : null,
        isDisputed: isOwn && isPartDisputed(part),
      };
    }),
    now: clock.now().toISOString(),
  };
}

/** Only who has paid a part reads that another one is disputed: the link may reach anyone. */
function countDisputedOthers(parts: readonly StoredPart[], userId: string | null): number {
  const isMember = userId !== null && parts.some((part) => part.userId === userId && part.status === 'paid');
  return isMember ? parts.filter((part) => part.userId !== userId && isPartDisputed(part)).length : 0;
}

const isPartDisputed = ({ status, disputedAt }: StoredPart) => status === 'paid' && disputedAt !== null;

/** Name from the starter's order, because an account opened by the purchase may have no name yet. */
function starterName(first: StoredPart, profileName: string | null): string {
  return first.customer === null ? shortName(profileName, 'Visitante') : shortBuyerName(first.customer);
}
