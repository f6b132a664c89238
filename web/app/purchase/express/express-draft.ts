/** Drafts of the express sheet, kept in this tab until the order is created. */
import type { PurchaseTier, RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { readTabDraft, saveTabDraft } from '../../session/tab-draft.ts';
import { orderBounds } from '@mare/domain/checkout/order-bounds.ts';
import type { NumberChoice } from '../choose/use-number-choice.ts';

/** Name of the draft with a visitor's personal data. */
export const BUYER_DRAFT = 'buyer';
export const EXPRESS_DRAFT = 'express';

interface ChoiceDraft {
  rifaId: string;
  /** Cotas paid for. */
  quantity: number;
  tierKey: string | null;
}

/** Keeps the plan or the quantity, not the numbers: others may buy them before the sheet opens again. */
export function saveExpressChoice(rifaId: string, { quantity, tier }: NumberChoice): void {
  saveTabDraft(EXPRESS_DRAFT, { rifaId, quantity, tierKey: tier?.key ?? null } satisfies ChoiceDraft);
}

/** Ignores options that the rifa no longer sells. */
export function readExpressChoice(
  rifa: RifaDetail,
  plans: PurchaseTier[],
): PurchaseTier | number | undefined {
  const draft = readTabDraft(EXPRESS_DRAFT) as ChoiceDraft | null;
  const { min, max } = orderBounds(rifa);
  if (draft?.rifaId !== rifa.id || !(draft.quantity >= min && draft.quantity <= max)) return undefined;
  if (draft.tierKey === null) return Number.isInteger(draft.quantity) ? draft.quantity : undefined;
  return plans.find(({ key, quantity }) => key === draft.tierKey && quantity === draft.quantity);
}

export function deleteExpressDrafts(): void {
  saveTabDraft(EXPRESS_DRAFT, null);
  saveTabDraft(BUYER_DRAFT, null);
}
