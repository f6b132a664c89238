/** Draft of the chosen cotas, kept until the order is created. */
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { MAX_SUGGESTED_NUMBERS } from '@mare/domain/cart/limits.ts';
import { readTabDraft, saveTabDraft } from '../../session/tab-draft.ts';
import { cotasOfChoice, type NumberChoice } from './use-number-choice.ts';

export const CHOICE_DRAFT = 'choice';

type SavedChoice = Pick<NumberChoice, 'quantity' | 'tier' | 'numbers' | 'picked'>;

/** Ignores a draft of more than `max` cotas. */
export function readSavedChoice(
  { id, totalNumbers }: Pick<RifaDetail, 'id' | 'totalNumbers'>,
  max: number,
): NumberChoice | undefined {
  try {
    const { rifaId, choice } = readTabDraft(CHOICE_DRAFT) as { rifaId: string; choice: SavedChoice };
    const { quantity, tier, numbers, picked } = choice;
    const cotas = cotasOfChoice({ quantity, tier });
    const fits =
      quantity >= 1 &&
      quantity <= max &&
      (picked
        ? numbers.length === cotas
        : numbers.length === 0 || numbers.length === Math.min(cotas, MAX_SUGGESTED_NUMBERS));
    const exist = numbers.every(
      (number) => Number.isInteger(number) && number >= 1 && number <= totalNumbers,
    );
    if (rifaId !== id || !fits || !exist) return undefined;
    return { quantity, tier, numbers, drawing: false, error: null, ...(picked && { picked }) };
  } catch {
    // Nothing stored, or by another version of the page.
    return undefined;
  }
}

/** Null deletes it. */
export const saveChoice = (rifaId: string, choice: SavedChoice | null) =>
  saveTabDraft(CHOICE_DRAFT, choice && { rifaId, choice });
