/**
 * The frozen list of sold numbers, as canonical text:
 *
 *     mare-da-sorte/lista/2
 *     rifa 5e000000-0000-4000-8000-000000000012
 *     numeros 100
 *     vendidos 2
 *     a-mao 1
 *     0007 9f86d081884c7d65
 *     0042 60303ae22b998861 m
 *
 * Numbers ascend and are padded as on the cota; the tag is the buyer's pseudonym; `m` marks a number that the organiser
 * sold by hand. Every line ends in one line feed. The lines below the header are the leaves of the Merkle tree. Lists of
 * the first format, `lista/1`, have neither the line `a-mao` nor marks.
 */
import { joinBytes } from './join-bytes.ts';
import { formatNumber } from '../../numbers/format-number.ts';
import { MerkleTree } from './merkle-tree.ts';
import { toHex } from '../../hex.ts';
import { Sha256, sha256Hex } from './sha256.ts';

export const TAG_LENGTH = 16;
const TAG_BYTES = TAG_LENGTH / 2;
const FORMAT = 'mare-da-sorte/lista';
const MARK = ' m';

export interface ListHeader {
  rifaId: string;
  totalNumbers: number;
  soldNumbers: number;
  /** Marked as sold by hand; absent in the first format. */
  manualNumbers?: number;
}

/** Includes the trailing line feed. */
export function listHeader({ rifaId, totalNumbers, soldNumbers, manualNumbers }: ListHeader): string {
  const counts = `rifa ${rifaId}\nnumeros ${totalNumbers}\nvendidos ${soldNumbers}\n`;
  return manualNumbers === undefined
    ? `${FORMAT}/1\n${counts}`
    : `${FORMAT}/2\n${counts}a-mao ${manualNumbers}\n`;
}

/** Text of a leaf, without a line feed. */
export function listLine(number: number, totalNumbers: number, tag: string, isManual = false): string {
  return `${formatNumber(number, totalNumbers)} ${tag}${isManual ? MARK : ''}`;
}

/** Tag of a line. */
export function tagOfLine(line: string): string {
  return line.split(' ')[1] ?? '';
}

/**
 * Pseudonym of a buyer in one rifa's list, a hash commitment. Knowing the opening proves ownership of the tag; the tag
 * reveals neither the opening nor the buyer.
 */
export function buyerTag(rifaId: string, opening: string): string {
  return sha256Hex(`mare-da-sorte/etiqueta/1\n${rifaId}\n${opening}\n`).slice(0, TAG_LENGTH);
}

/** Numbers that may win, in ascending order. */
export class SoldNumbers {
  private readonly numbers: Int32Array;

  /** @param numbers ascending */
  constructor(numbers: Int32Array) {
    this.numbers = numbers;
  }

  get count(): number {
    return this.numbers.length;
  }

  /** 0-based. */
  at(index: number): number {
    return this.numbers[index]!;
  }

  /** 0-based index in the list, or -1. */
  indexOf(number: number): number {
    let [low, high] = [0, this.numbers.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.numbers[middle]!;
      if (found === number) return middle;
      if (found < number) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  has(number: number): boolean {
    return this.indexOf(number) >= 0;
  }
}

export interface ReadList {
  header: ListHeader;
  /** SHA-256 of the whole text. */
  hash: string;
  root: string;
  numbers: SoldNumbers;
  /** @param index 0-based index in the list */
  tagAt(index: number): string;
}

/** Validation error of a list: a code and the 1-based line. */
export class ListFault extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

const LINE_FEED = 10;
const NOTHING = new Uint8Array(0);
/** Lines of the header in the first format; the second format has one more. */
const HEADER_LINES = 4;

/** SHA-256 of bytes that come in parts. */
export interface IncrementalHash {
  update(data: Uint8Array): unknown;
  digest(): Uint8Array;
}

/** Streaming parser and hasher of a list: a single pass, twelve bytes of memory per number. */
export class ListReader {
  private readonly whole: IncrementalHash;
  private readonly tree = new MerkleTree();
  private readonly headerLines: string[] = [];
  private header: ListHeader | undefined;
  private numbers = new Int32Array(0);
  private tags = new Uint8Array(0);
  private digits = 0;
  private marked = 0;
  private read = 0;
  private rest: Uint8Array = NOTHING;

  /** @param whole hashes the whole text; a platform's own SHA-256 is faster */
  constructor(whole: IncrementalHash = new Sha256()) {
    this.whole = whole;
  }

  /**
   * @param part may be overwritten afterwards
   * @throws ListFault
   */
  push(part: Uint8Array): void {
    this.whole.update(part);
    let start = 0;
    for (let end = part.indexOf(LINE_FEED); end >= 0; end = part.indexOf(LINE_FEED, start)) {
      if (this.rest.length > 0) {
        const line = joinBytes(this.rest, part.subarray(start, end));
        this.rest = NOTHING;
        this.takeLine(line, 0, line.length);
      } else this.takeLine(part, start, end);
      start = end + 1;
    }
    this.rest = joinBytes(this.rest, part.subarray(start));
  }

  /** 0 to 1. */
  get progress(): number {
    return this.header && this.header.soldNumbers > 0 ? this.read / this.header.soldNumbers : 0;
  }

  /** @throws ListFault */
  finish(): ReadList {
    const { header, tags } = this;
    if (this.rest.length > 0) throw this.fault('the last line has no end');
    if (!header) throw this.fault('the header is not complete');
    if (this.read !== header.soldNumbers) throw this.fault('not as many lines as the header says');
    if (this.marked !== (header.manualNumbers ?? 0)) throw this.fault('not as many marks as the header says');
    return {
      header,
      hash: toHex(this.whole.digest()),
      root: toHex(this.tree.root()),
      numbers: new SoldNumbers(this.numbers),
      tagAt: (index) => toHex(tags.subarray(index * TAG_BYTES, (index + 1) * TAG_BYTES)),
    };
  }

  private takeLine(bytes: Uint8Array, start: number, end: number): void {
    if (!this.header) {
      this.headerLines.push(new TextDecoder().decode(bytes.subarray(start, end)));
      const expected = this.headerLines[0] === `${FORMAT}/2` ? HEADER_LINES + 1 : HEADER_LINES;
      if (this.headerLines.length === expected) this.takeHeader();
      return;
    }
    if (this.read >= this.numbers.length) throw this.fault('more lines than the header says');
    const gap = start + this.digits;
    const tagEnd = gap + 1 + TAG_LENGTH;
    const isMarked =
      this.header.manualNumbers !== undefined &&
      end === tagEnd + MARK.length &&
      bytes[tagEnd] === 0x20 &&
      bytes[tagEnd + 1] === 0x6d;
    if ((end !== tagEnd && !isMarked) || bytes[gap] !== 0x20) throw this.fault('malformed line');
    let number = 0;
    for (let at = start; at < gap; at++) {
      const value = bytes[at]! - 0x30;
      if (value < 0 || value > 9) throw this.fault('malformed number');
      number = number * 10 + value;
    }
    if (number <= (this.read === 0 ? 0 : this.numbers[this.read - 1]!))
      throw this.fault('numbers do not ascend');
    if (number > this.header.totalNumbers) throw this.fault('number beyond the total');
    const first = this.read * TAG_BYTES;
    for (let byte = 0, at = gap + 1; byte < TAG_BYTES; byte++, at += 2) {
      const high = hexDigit(bytes[at]!);
      const low = hexDigit(bytes[at + 1]!);
      if (high < 0 || low < 0) throw this.fault('malformed tag');
      this.tags[first + byte] = high * 16 + low;
    }
    this.numbers[this.read] = number;
    if (isMarked) this.marked++;
    this.read++;
    this.tree.addLine(bytes, start, end);
  }

  private takeHeader(): void {
    const match = new RegExp(
      `^${FORMAT}/(?:1|2)\nrifa ([0-9a-f-]{36})\nnumeros ([1-9]\\d{0,7})\nvendidos (0|[1-9]\\d{0,7})(?:\na-mao (0|[1-9]\\d{0,7}))?$`,
    ).exec(this.headerLines.join('\n'));
    const [totalNumbers, soldNumbers] = [Number(match?.[2]), Number(match?.[3])];
    if (!match || soldNumbers > totalNumbers) throw this.fault('malformed header');
    const manualNumbers = match[4] === undefined ? undefined : Number(match[4]);
    const isMissing = (manualNumbers === undefined) === this.headerLines.length > HEADER_LINES;
    if (isMissing || (manualNumbers ?? 0) > soldNumbers) throw this.fault('malformed header');
    this.header = {
      rifaId: match[1]!,
      totalNumbers,
      soldNumbers,
      ...(manualNumbers !== undefined && { manualNumbers }),
    };
    this.digits = formatNumber(0, totalNumbers).length;
    this.numbers = new Int32Array(soldNumbers);
    this.tags = new Uint8Array(soldNumbers * TAG_BYTES);
  }

  private fault(message: string): ListFault {
    return new ListFault(message, this.headerLines.length + this.read + 1);
  }
}

/** 0 to 15, or -1 for a byte that is no lower-case hexadecimal digit. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x61 + 10 : -1;
}
