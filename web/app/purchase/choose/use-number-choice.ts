import type { PurchaseTier } from '@mare/contract/rifas/rifa-detail.ts';
import { planTotalCotas } from '@mare/domain/rifas/prices/purchase-plan.ts';
import { useEffect, useRef, useState } from 'react';

/** Debounce of a typed quantity. */
const DEBOUNCE_MS = 250;

/** Draws random numbers of a rifa; rejects when too few are free. */
type DrawNumbers = (quantity: number) => Promise<number[]>;

export interface NumberChoice {
  /** Cotas paid for; 0 while nothing is chosen. */
  quantity: number;
  /** Null for a manual quantity. */
  tier: PurchaseTier | null;
  /** Ascending, bonus included; empty while being drawn, and where the reservation draws them all. Of a large quantity only the first. */
  numbers: number[];
  drawing: boolean;
  /** The buyer picked the numbers individually. */
  picked?: boolean;
  /** All cotas that were free, after a larger choice was rejected. */
  isRemainder?: boolean;
  /** Reason why drawing failed. */
  error: unknown;
}

/** Cotas of a choice, bonus included. */
export function cotasOfChoice({ quantity, tier }: Pick<NumberChoice, 'quantity' | 'tier'>): number {
  return tier ? planTotalCotas(tier) : quantity;
}

/** Whether the numbers of a choice can be drawn before the reservation: not for a rifa with cotas premiadas. */
export function isReady({ quantity, drawing, error }: NumberChoice): boolean {
  return quantity > 0 && !drawing && error === null;
}

const NOTHING: NumberChoice = { quantity: 0, tier: null, numbers: [], drawing: false, error: null };

/**
 * Chosen plan or quantity with the numbers drawn for it. Ignores responses to superseded choices.
 * @param readSaved reads the choice from before a reload
 */
export function useNumberChoice(drawNumbers: DrawNumbers, readSaved?: () => NumberChoice | undefined) {
  const [choice, setChoice] = useState<NumberChoice>(() => readSaved?.() ?? NOTHING);
  /** Ahead of the state until the next render. */
  const latest = useRef(choice);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Callers of `whenDrawn`. */
  const waiting = useRef<((drawn: NumberChoice | null) => void)[]>([]);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function fill(started: NumberChoice) {
    const outcome = await drawNumbers(cotasOfChoice(started)).then(
      (numbers) => ({ numbers: numbers.toSorted((a, b) => a - b), error: null }),
      (error: unknown) => ({ numbers: [], error }),
    );
    if (started !== latest.current) return;
    const drawn = { ...started, ...outcome, drawing: false };
    show(drawn, drawn);
  }

  function show(next: NumberChoice, answer: NumberChoice | null) {
    latest.current = next;
    setChoice(next);
    for (const resolve of waiting.current.splice(0)) resolve(answer);
  }

  function replace(next: NumberChoice) {
    clearTimeout(timer.current);
    show(next, null);
  }

  function start(quantity: number, tier: PurchaseTier | null, delayMs: number, isRemainder = false) {
    if (quantity === 0) {
      replace(NOTHING);
      return;
    }
    const started: NumberChoice = {
      quantity,
      tier,
      numbers: [],
      drawing: true,
      error: null,
      ...(isRemainder && { isRemainder }),
    };
    replace(started);
    timer.current = setTimeout(() => void fill(started), delayMs);
  }

  return {
    choice,
    choosePlan: (tier: PurchaseTier) => start(tier.quantity, tier, 0),
    chooseQuantity: (quantity: number) => start(quantity, null, DEBOUNCE_MS),
    takeRemainder: (quantity: number) => start(quantity, null, 0, true),
    drawAgain: () => start(choice.quantity, choice.tier, 0, choice.isRemainder),
    /** Individually picked numbers, ascending. */
    pick: (numbers: number[]) =>
      replace(
        numbers.length === 0
          ? NOTHING
          : { quantity: numbers.length, tier: null, numbers, drawing: false, error: null, picked: true },
      ),
    /** The choice once its numbers are drawn, or could not be; null when another one took its place. */
    whenDrawn: () =>
      latest.current.drawing
        ? new Promise<NumberChoice | null>((resolve) => waiting.current.push(resolve))
        : Promise.resolve(latest.current),
    clear: () => start(0, null, 0),
  };
}
