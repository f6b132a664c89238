/** Allocates an order's numbers from the locked pages: requested numbers that are free, then the lowest free ones. */
import type { NumberPermutation } from './number-permutation.ts';
import { type NumberPage, pageOf } from './number-page.ts';

export interface RequestedLine {
  rifaId: string;
  /** Cotas in all, bonus included. */
  quantity: number;
  /** 1-based. More than `quantity`, repeated or out of range: the surplus is not honoured. */
  requestedNumbers: readonly number[];
  /** The buyer chose these numbers and wants no others in their place. */
  exact?: boolean;
}

export interface AllocatedLine {
  rifaId: string;
  /** Ascending. */
  numbers: number[];
  /** Requested numbers that were free. */
  kept: number[];
  /** Requested numbers that were taken, each replaced by another. */
  replaced: number[];
}

/** The pages of one rifa that may be taken from. */
export class RifaNumbers {
  readonly permutation: NumberPermutation;
  private readonly pages = new Map<number, NumberPage>();

  constructor(permutation: NumberPermutation) {
    this.permutation = permutation;
  }

  addPage(page: NumberPage): void {
    this.pages.set(page.pageNo, page);
  }

  get pageNos(): number[] {
    return [...this.pages.keys()];
  }

  get free(): number {
    let free = 0;
    for (const page of this.pages.values()) free += page.free;
    return free;
  }

  get newlyTaken(): number[] {
    return [...this.pages.values()].flatMap((page) => page.newlyTaken);
  }

  takeNumber(number: number): boolean {
    const position = this.positionOf(number);
    return position !== null && (this.pages.get(pageOf(position))?.take(position) ?? false);
  }

  isFree(number: number): boolean {
    const position = this.positionOf(number);
    return position !== null && (this.pages.get(pageOf(position))?.isFree(position) ?? false);
  }

  private positionOf(number: number): number | null {
    const exists = Number.isInteger(number) && number >= 1 && number <= this.permutation.total;
    return exists ? this.permutation.positionOf(number) : null;
  }

  /** @returns at most `count` numbers: fewer when the pages run out. */
  takeAny(count: number): number[] {
    const numbers: number[] = [];
    for (const page of this.pages.values())
      while (numbers.length < count) {
        const position = page.takeLowest();
        if (position === null) break;
        numbers.push(this.permutation.numberAt(position));
      }
    return numbers;
  }
}

/**
 * All lines or none: `short` names the first rifa whose pages do not hold enough, `taken` the chosen numbers of the first
 * line that somebody else has; nothing is taken then.
 */
export function allocateOrder(
  lines: readonly RequestedLine[],
  rifas: ReadonlyMap<string, RifaNumbers>,
):
  | { ok: true; lines: AllocatedLine[] }
  | { ok: false; short: string; taken?: undefined }
  | { ok: false; short?: undefined; taken: TakenChoice } {
  for (const [rifaId, quantity] of quantityByRifa(lines))
    if ((rifas.get(rifaId)?.free ?? 0) < quantity) return { ok: false, short: rifaId };

  const taken = firstTakenChoice(lines, rifas);
  if (taken) return { ok: false, taken };

  // Requested numbers of all lines first: filling one line never takes a number that another line requests.
  const requestedLines = lines.map(({ rifaId, quantity, requestedNumbers }) => {
    const requested = [...new Set(requestedNumbers)].slice(0, quantity);
    const kept = requested.filter((number) => rifas.get(rifaId)!.takeNumber(number));
    return { requested, kept: new Set(kept) };
  });
  return {
    ok: true,
    lines: lines.map(({ rifaId, quantity }, index) => {
      const { requested, kept } = requestedLines[index]!;
      const others = rifas.get(rifaId)!.takeAny(quantity - kept.size);
      return {
        rifaId,
        numbers: [...kept, ...others].sort((one, other) => one - other),
        kept: requested.filter((number) => kept.has(number)),
        replaced: requested.filter((number) => !kept.has(number)),
      };
    }),
  };
}

export interface TakenChoice {
  rifaId: string;
  /** Ascending. */
  numbers: number[];
}

/** A number that two lines choose is taken for the second. */
function firstTakenChoice(
  lines: readonly RequestedLine[],
  rifas: ReadonlyMap<string, RifaNumbers>,
): TakenChoice | null {
  const chosen = new Set<string>();
  for (const { rifaId, requestedNumbers, exact } of lines) {
    if (!exact) continue;
    const numbers = requestedNumbers.filter(
      (number) => chosen.has(`${rifaId} ${number}`) || !rifas.get(rifaId)!.isFree(number),
    );
    if (numbers.length > 0) return { rifaId, numbers: numbers.toSorted((one, other) => one - other) };
    for (const number of requestedNumbers) chosen.add(`${rifaId} ${number}`);
  }
  return null;
}

/** Two lines of one rifa count together. */
export function quantityByRifa(lines: readonly { rifaId: string; quantity: number }[]): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const { rifaId, quantity } of lines) quantities.set(rifaId, (quantities.get(rifaId) ?? 0) + quantity);
  return quantities;
}
