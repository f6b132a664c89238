/** Which numbers of a rifa are taken, a page of 1,024 positions at a time: bits written as the characters '0' and '1'. */

export const PAGE_SIZE = 1024;

const FREE = 48;
const TAKEN = 49;
const encoder = new TextEncoder();

/** How many pages hold `total` numbers. */
export function pageCount(total: number): number {
  return Math.ceil(total / PAGE_SIZE);
}

export class NumberPage {
  readonly pageNo: number;
  private readonly size: number;
  private readonly bits: Uint8Array;
  private readonly takenHere: number[] = [];
  private firstPossible = 0;
  private freeCount: number;

  /** @param taken one character for each of 1,024 positions; those from `size` on do not exist. */
  constructor(pageNo: number, size: number, taken: string) {
    this.pageNo = pageNo;
    this.size = size;
    this.bits = encoder.encode(taken.slice(0, size));
    this.freeCount = 0;
    for (const bit of this.bits) if (bit === FREE) this.freeCount++;
  }

  get free(): number {
    return this.freeCount;
  }

  /** Positions taken since the page was read. */
  get newlyTaken(): readonly number[] {
    return this.takenHere;
  }

  /** Takes one position, 0-based in the rifa. False when it is taken already, or not on this page. */
  take(position: number): boolean {
    const offset = position - this.pageNo * PAGE_SIZE;
    if (offset < 0 || offset >= this.size || this.bits[offset] !== FREE) return false;
    this.bits[offset] = TAKEN;
    this.takenHere.push(position);
    this.freeCount--;
    return true;
  }

  /** Takes the lowest free position; null when none is left. */
  takeLowest(): number | null {
    const offset = this.bits.indexOf(FREE, this.firstPossible);
    if (offset === -1) return null;
    this.firstPossible = offset + 1;
    const position = this.pageNo * PAGE_SIZE + offset;
    this.take(position);
    return position;
  }

  freePositions(): number[] {
    const positions: number[] = [];
    for (let at = this.bits.indexOf(FREE); at !== -1; at = this.bits.indexOf(FREE, at + 1))
      positions.push(this.pageNo * PAGE_SIZE + at);
    return positions;
  }
}

export interface PageMask {
  pageNo: number;
  /** 1,024 characters, '1' for each position meant. */
  mask: string;
  count: number;
}

/** Groups positions (distinct, 0-based) by page, in ascending order of pages: the order in which pages are locked. */
export function pageMasks(positions: Iterable<number>): PageMask[] {
  const pages = new Map<number, Uint8Array>();
  const counts = new Map<number, number>();
  for (const position of positions) {
    const pageNo = Math.floor(position / PAGE_SIZE);
    let bits = pages.get(pageNo);
    if (!bits) pages.set(pageNo, (bits = new Uint8Array(PAGE_SIZE).fill(FREE)));
    bits[position % PAGE_SIZE] = TAKEN;
    counts.set(pageNo, (counts.get(pageNo) ?? 0) + 1);
  }
  return [...pages]
    .sort(([one], [other]) => one - other)
    .map(([pageNo, bits]) => ({
      pageNo,
      mask: String.fromCharCode(...bits),
      count: counts.get(pageNo)!,
    }));
}
