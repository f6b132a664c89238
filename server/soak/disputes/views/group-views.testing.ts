/** Compares the page of a group purchase, of its members and of a visitor, with the parts' payments. */
import type { DisputeShop } from '../dispute-shop.testing.ts';
import type { OrderTruth } from './order-truth.testing.ts';

export async function findFaultsOfGroups(
  shop: DisputeShop,
  truths: readonly OrderTruth[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const truth of truths) {
    if (truth.token === null) continue;
    const { token } = truth;
    const { parts, disputedOthers } = await shop.clientOf(truth.userId).orders.group({ token });
    const part = parts.find(({ externalReference }) => externalReference === truth.reference);
    const expected = truth.status === 'paid' ? 'paid' : 'returned';
    if (part && part.state !== expected) faults.push(`a part is ${part.state}, not ${expected}`);
    const isDisputed = truth.status === 'paid' && truth.isDisputed;
    if (part && part.isDisputed !== isDisputed) faults.push(`the own part is disputed: ${part.isDisputed}`);
    const disputed = truths.filter(
      (each) => each.token === token && each.id !== truth.id && each.status === 'paid' && each.isDisputed,
    );
    const expectedOthers = truth.status === 'paid' ? disputed.length : 0;
    if (disputedOthers !== expectedOthers)
      faults.push(`a friend reads of ${disputedOthers} disputed parts, not of ${expectedOthers}`);
    const visited = await shop.clientOf(null).orders.group({ token });
    if (visited.disputedOthers > 0 || visited.parts.some((each) => each.isDisputed))
      faults.push('a visitor reads of a dispute');
  }
  return faults;
}
