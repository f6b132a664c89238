import type { GroupPart, GroupPurchase } from '@mare/contract/orders/group-purchases.ts';
import { endingText, noneFreeText } from './group-labels.ts';

/** Offer of a part's sheet: that part, another free one if it was taken, or none. */
export type PartOffer =
  /** The part is free, or the caller's own. */
  | { kind: 'take'; part: GroupPart }
  | { kind: 'other'; sentence: string; part: GroupPart }
  | { kind: 'none'; sentence: string };

export function offerOfPart(group: GroupPurchase, partNo: number): PartOffer {
  const part = group.parts.find((each) => each.partNo === partNo)!;
  if (part.externalReference) return { kind: 'take', part };
  if (group.rifa.status === 'cancelled') return { kind: 'none', sentence: 'A rifa foi cancelada.' };
  if (group.state !== 'open') return { kind: 'none', sentence: endingText(group) };
  if (group.rifa.status === 'paused')
    return { kind: 'none', sentence: 'As vendas desta rifa estão pausadas: as partes livres esperam.' };
  if (group.rifa.status !== 'active') return { kind: 'none', sentence: 'As vendas desta rifa terminaram.' };
  if (part.state === 'free') return { kind: 'take', part };
  const other = group.parts.find(({ state }) => state === 'free');
  if (!other) return { kind: 'none', sentence: noneFreeText(group)! };
  return {
    kind: 'other',
    sentence: `A parte ${partNo} já foi pega. A parte ${other.partNo} está livre, pelo mesmo valor.`,
    part: other,
  };
}
