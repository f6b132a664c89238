/** Bitmap of taken positions of a rifa, in pages of 1,024 bits; the first position is the most significant bit. */

export const PAGE_SIZE = 1024;
const PAGE_BYTES = PAGE_SIZE / 8;

/** Number of pages for `total` numbers. */
export function pageCount(total: number): number {
  return Math.ceil(total / PAGE_SIZE);
}

export function pageOf(position: number): number {
  return Math.floor(position / PAGE_SIZE);
}

export class NumberPage {
  readonly pageNo: number;
  private readonly size: number;
  private readonly bits: Uint8Array;
  private readonly takenHere: number[] = [];
  private freeCount: number;
  /** Index of the first byte that may have a free position. */
  private firstOpenByte = 0;

  /** @param bits 128 bytes, copied; positions from `size` on do not exist. */
  constructor(pageNo: number, size: number, bits: Uint8Array) {
    this.pageNo = pageNo;
    this.size = size;
    this.bits = bits.slice();
    this.freeCount = size;
    for (const byte of bits) this.freeCount -= countOnes(byte);
  }

  get free(): number {
    return this.freeCount;
  }

  /** Positions taken since the page was read. */
  get newlyTaken(): readonly number[] {
    return this.takenHere;
  }

  /** Whether a position, 0-based in the rifa, is on this page and not taken. */
  isFree(position: number): boolean {
    const offset = position - this.pageNo * PAGE_SIZE;
    return offset >= 0 && offset < this.size && (this.bits[offset >> 3]! & bitOf(offset)) === 0;
  }

  /** Takes one position, 0-based in the rifa. @returns false when it is already taken or not on this page. */
  take(position: number): boolean {
    if (!this.isFree(position)) return false;
    const offset = position - this.pageNo * PAGE_SIZE;
    this.bits[offset >> 3]! |= bitOf(offset);
    this.takenHere.push(position);
    this.freeCount--;
    return true;
  }

  /** Takes the lowest free position; null when none is left. */
  takeLowest(): number | null {
    if (this.freeCount === 0) return null;
    while (this.bits[this.firstOpenByte] === 0xff) this.firstOpenByte++;
    const firstZero = Math.clz32(~this.bits[this.firstOpenByte]! << 24);
    const position = this.pageNo * PAGE_SIZE + this.firstOpenByte * 8 + firstZero;
    this.take(position);
    return position;
  }

  freePositions(): number[] {
    const positions: number[] = [];
    for (let offset = 0; offset < this.size; offset++)
      if ((this.bits[offset >> 3]! & bitOf(offset)) === 0) positions.push(this.pageNo * PAGE_SIZE + offset);
    return positions;
  }
}

export interface PageMask {
  pageNo: number;
  /** 128 bytes, one bit per position. */
  mask: Uint8Array;
  count: number;
}

/** Groups distinct 0-based positions by page, in ascending page order, which is the lock order. */
export function pageMasks(positions: Iterable<number>): PageMask[] {
  const pages = new Map<number, PageMask>();
  for (const position of positions) {
    const pageNo = pageOf(position);
    let page = pages.get(pageNo);
    if (!page) pages.set(pageNo, (page = { pageNo, mask: new Uint8Array(PAGE_BYTES), count: 0 }));
    page.mask[(position % PAGE_SIZE) >> 3]! |= bitOf(position);
    page.count++;
  }
  return [...pages.values()].sort((one, other) => one.pageNo - other.pageNo);
}

function bitOf(position: number): number {
  return 0x80 >> (position & 7);
}

function countOnes(byte: number): number {
  let count = 0;
  for (let rest = byte; rest !== 0; rest &= rest - 1) count++;
  return count;
}
