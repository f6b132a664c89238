/** Allocates an order's numbers from the locked pages: requested numbers that are free, then the lowest free ones. */
import type { NumberPermutation } from './number-permutation.ts';
import { type NumberPage, pageOf } from './number-page.ts';

export interface RequestedLine {
  rifaId: string;
  /** Cotas in all, bonus included. */
  quantity: number;
  /** 1-based. Entries beyond `quantity`, duplicates and numbers out of range are ignored. */
  requestedNumbers: readonly number[];
  /** The buyer chose these numbers and accepts no replacements. */
  exact?: boolean;
}

export interface AllocatedLine {
  rifaId: string;
  /** Ascending. */
  numbers: number[];
  /** Requested numbers that were free. */
  kept: number[];
  /** Requested numbers that were not free and were replaced. */
  replaced: number[];
}

/** The locked pages of one rifa. */
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

  /** @returns up to `count` numbers; fewer when the pages run out. */
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
 * Allocates all lines or none. `short` is the first rifa without enough free numbers; `taken` holds the unavailable
 * numbers of the first `exact` line that has any.
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

  // Take the requested numbers of all lines first, so that filling one line never takes a number requested by another.
  const requestedLines = lines.map(({ rifaId, quantity, requestedNumbers }) => {
    const requested = [...new Set(requestedNumbers)].slice(0, quantity);
    const free = requested.filter((number) => rifas.get(rifaId)!.takeNumber(number));
    return { requested, kept: new Set(free) };
  });
  return {
    ok: true,
    lines: lines.map(({ rifaId, quantity }, index) => {
      const { requested, kept: free } = requestedLines[index]!;
      const others = rifas.get(rifaId)!.takeAny(quantity - free.size);
      return {
        rifaId,
        numbers: [...free, ...others].sort((one, other) => one - other),
        kept: requested.filter((number) => free.has(number)),
        replaced: requested.filter((number) => !free.has(number)),
      };
    }),
  };
}

export interface TakenChoice {
  rifaId: string;
  /** Ascending. */
  numbers: number[];
}

/** A number chosen by two lines counts as taken for the second. */
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

/** Adds up the lines of the same rifa. */
export function quantityByRifa(lines: readonly { rifaId: string; quantity: number }[]): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const { rifaId, quantity } of lines) quantities.set(rifaId, (quantities.get(rifaId) ?? 0) + quantity);
  return quantities;
}
