import type { PurchaseTier } from '@mare/contract/rifas/rifas.ts';
import { planTotalCotas } from '@mare/domain/rifas/prices/purchase-plan.ts';
import { useEffect, useRef, useState } from 'react';

/** While somebody is still typing a quantity, numbers are not drawn. */
const SETTLE_MS = 250;

/** Random numbers of a rifa, free ones when the server can be asked; rejects when too few are left. */
type DrawNumbers = (quantity: number) => Promise<number[]>;

export interface NumberChoice {
  /** Cotas paid for; 0 while nothing is chosen. */
  quantity: number;
  /** The plan chosen; a quantity of one's own drops it. */
  tier: PurchaseTier | null;
  /** Ascending, bonus included; empty while being drawn. */
  numbers: number[];
  drawing: boolean;
  /** The buyer chose the numbers one by one, and wants no others. */
  picked?: boolean;
  /** Why no numbers could be drawn. */
  error: unknown;
}

const NOTHING: NumberChoice = { quantity: 0, tier: null, numbers: [], drawing: false, error: null };

/**
 * Which plan or quantity is chosen, and the numbers drawn for it. The newest choice wins over slow answers.
 * @param kept from before a reload
 */
export function useNumberChoice(drawNumbers: DrawNumbers, kept?: () => NumberChoice | undefined) {
  const [choice, setChoice] = useState<NumberChoice>(() => kept?.() ?? NOTHING);
  const latest = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function fill(turn: number, cotas: number) {
    const outcome = await drawNumbers(cotas).then(
      (numbers) => ({ numbers: numbers.toSorted((a, b) => a - b), error: null }),
      (error: unknown) => ({ numbers: [], error }),
    );
    if (turn === latest.current) setChoice((current) => ({ ...current, ...outcome, drawing: false }));
  }

  function start(quantity: number, tier: PurchaseTier | null, delayMs: number) {
    latest.current += 1;
    clearTimeout(timer.current);
    if (quantity === 0) {
      setChoice(NOTHING);
      return;
    }
    const turn = latest.current;
    const cotas = tier ? planTotalCotas(tier) : quantity;
    setChoice({ quantity, tier, numbers: [], drawing: true, error: null });
    timer.current = setTimeout(() => void fill(turn, cotas), delayMs);
  }

  return {
    choice,
    choosePlan: (tier: PurchaseTier) => start(tier.quantity, tier, 0),
    chooseQuantity: (quantity: number) => start(quantity, null, SETTLE_MS),
    drawAgain: () => start(choice.quantity, choice.tier, 0),
    /** Numbers chosen one by one, ascending: none is drawn. */
    pick: (numbers: number[]) => {
      latest.current += 1;
      clearTimeout(timer.current);
      setChoice(
        numbers.length === 0
          ? NOTHING
          : { quantity: numbers.length, tier: null, numbers, drawing: false, error: null, picked: true },
      );
    },
    clear: () => start(0, null, 0),
  };
}
