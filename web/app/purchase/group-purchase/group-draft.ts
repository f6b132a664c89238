/** Draft of a new group purchase, in session storage until its first part is ordered. */
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import {
  type DeadlineHours,
  MAX_GROUP_NAME,
  MAX_PARTS,
  MIN_PARTS,
} from '@mare/domain/orders/group-purchases/group-bounds.ts';
import { orderBounds } from '@mare/domain/checkout/order-bounds.ts';

export interface GroupDraft {
  name: string;
  /** The starter's included. */
  parts: number;
  /** Cotas paid for in each part. */
  quantity: number;
  /** Until the deadline. */
  hours: DeadlineHours;
}

const STORAGE_KEY = 'mare.group';
const USUAL_PARTS = 4;
const USUAL_COTAS = 5;

/** Draft from before a sign-in or a reload, limited to what the rifa allows; else the default group. */
export function readGroupDraft(rifa: RifaDetail, hours: readonly DeadlineHours[]): GroupDraft {
  const { min, typedMax: max } = orderBounds(rifa);
  const usual: GroupDraft = {
    name: 'Bolão dos amigos',
    parts: USUAL_PARTS,
    quantity: Math.max(min, Math.min(USUAL_COTAS, Math.floor(max / USUAL_PARTS))),
    hours: hours.findLast((each) => each <= 3) ?? (hours[0] as DeadlineHours),
  };
  try {
    const { rifaId, draft } = JSON.parse(window.sessionStorage.getItem(STORAGE_KEY)!) as {
      rifaId: string;
      draft: GroupDraft;
    };
    const { parts, quantity } = draft;
    const fits =
      rifaId === rifa.id &&
      Number.isInteger(parts) &&
      parts >= MIN_PARTS &&
      parts <= MAX_PARTS &&
      Number.isInteger(quantity) &&
      quantity >= min &&
      parts * quantity <= max;
    if (!fits) return usual;
    return {
      name: draft.name.slice(0, MAX_GROUP_NAME),
      parts,
      quantity,
      hours: hours.includes(draft.hours) ? draft.hours : usual.hours,
    };
  } catch {
    // Nothing stored, or by another version of the page.
    return usual;
  }
}

/** Null deletes it. */
export function saveGroupDraft(rifaId: string, draft: GroupDraft | null): void {
  try {
    if (draft) window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ rifaId, draft }));
    else window.sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage a reload clears the draft.
  }
}
