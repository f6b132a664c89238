/**
 * Portable synchronous SHA-256 (FIPS 180-4). The browser's built-in hash is asynchronous, which is too slow for a
 * million leaves, and Node's does not run in a browser.
 */
import { toHex } from '../../hex.ts';

const BLOCK = 64;
const SCHEDULE = 64;

const K = new Int32Array(SCHEDULE);
/** Initial state. */
export const INITIAL = new Int32Array(8);
fillConstants();

/** Fractional parts of the cube and square roots of the first primes. */
function fillConstants(): void {
  const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0;
  let found = 0;
  for (let candidate = 2; found < SCHEDULE; candidate++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++)
      if (candidate % divisor === 0) prime = false;
    if (!prime) continue;
    if (found < INITIAL.length) INITIAL[found] = fraction(Math.sqrt(candidate));
    K[found++] = fraction(Math.cbrt(candidate));
  }
}

/** Incremental hash. */
export class Sha256 {
  private readonly state = INITIAL.slice();
  private readonly block = new Uint8Array(BLOCK);
  private readonly words = new Int32Array(SCHEDULE);
  private filled = 0;
  private bytes = 0;

  update(data: Uint8Array): this {
    let at = 0;
    this.bytes += data.length;
    if (this.filled > 0) {
      at = Math.min(BLOCK - this.filled, data.length);
      this.block.set(data.subarray(0, at), this.filled);
      this.filled += at;
      if (this.filled < BLOCK) return this;
      compress(this.state, this.words, this.block, 0);
      this.filled = 0;
    }
    for (; at + BLOCK <= data.length; at += BLOCK) compress(this.state, this.words, data, at);
    if (at < data.length) {
      this.block.set(data.subarray(at));
      this.filled = data.length - at;
    }
    return this;
  }

  /** Finalizes the hash. @returns 32 bytes; nothing can be added until `reset`. */
  digest(): Uint8Array {
    const { state, block, words } = this;
    block[this.filled] = 0x80;
    block.fill(0, this.filled + 1);
    if (this.filled >= BLOCK - 8) {
      compress(state, words, block, 0);
      block.fill(0);
    }
    writeWord(block, BLOCK - 8, Math.floor(this.bytes / 2 ** 29));
    writeWord(block, BLOCK - 4, this.bytes << 3);
    compress(state, words, block, 0);
    const digest = new Uint8Array(32);
    for (let index = 0; index < 8; index++) writeWord(digest, index * 4, state[index]!);
    return digest;
  }

  reset(): this {
    this.state.set(INITIAL);
    this.filled = 0;
    this.bytes = 0;
    return this;
  }
}

export function sha256(data: Uint8Array): Uint8Array {
  return new Sha256().update(data).digest();
}

/** Hash of a text in UTF-8, as 64 lower-case hexadecimal digits. */
export function sha256Hex(text: string): string {
  return toHex(sha256(new TextEncoder().encode(text)));
}

function writeWord(bytes: Uint8Array, at: number, word: number): void {
  bytes[at] = word >>> 24;
  bytes[at + 1] = word >>> 16;
  bytes[at + 2] = word >>> 8;
  bytes[at + 3] = word;
}

function compress(state: Int32Array, words: Int32Array, data: Uint8Array, offset: number): void {
  for (let index = 0, at = offset; index < 16; index++, at += 4)
    words[index] = (data[at]! << 24) | (data[at + 1]! << 16) | (data[at + 2]! << 8) | data[at + 3]!;
  compressWords(state, words);
}

/**
 * The compression function of one block.
 * @param words 64 of them; the first 16 hold the block, the others are overwritten
 */
export function compressWords(state: Int32Array, words: Int32Array): void {
  for (let index = 16; index < SCHEDULE; index++) {
    const x = words[index - 15]!;
    const y = words[index - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[index] = (words[index - 16]! + s0 + words[index - 7]! + s1) | 0;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  // Eight rounds a turn, written out: the variables change their roles instead of moving, which takes half the time.
  for (let index = 0; index < SCHEDULE; index += 8) {
    h += ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    h = (h + (g ^ (e & (f ^ g))) + K[index + 0]! + words[index + 0]!) | 0;
    d = (d + h) | 0;
    h += ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    h = (h + ((a & b) | (c & (a | b)))) | 0;
    g += ((d >>> 6) | (d << 26)) ^ ((d >>> 11) | (d << 21)) ^ ((d >>> 25) | (d << 7));
    g = (g + (f ^ (d & (e ^ f))) + K[index + 1]! + words[index + 1]!) | 0;
    c = (c + g) | 0;
    g += ((h >>> 2) | (h << 30)) ^ ((h >>> 13) | (h << 19)) ^ ((h >>> 22) | (h << 10));
    g = (g + ((h & a) | (b & (h | a)))) | 0;
    f += ((c >>> 6) | (c << 26)) ^ ((c >>> 11) | (c << 21)) ^ ((c >>> 25) | (c << 7));
    f = (f + (e ^ (c & (d ^ e))) + K[index + 2]! + words[index + 2]!) | 0;
    b = (b + f) | 0;
    f += ((g >>> 2) | (g << 30)) ^ ((g >>> 13) | (g << 19)) ^ ((g >>> 22) | (g << 10));
    f = (f + ((g & h) | (a & (g | h)))) | 0;
    e += ((b >>> 6) | (b << 26)) ^ ((b >>> 11) | (b << 21)) ^ ((b >>> 25) | (b << 7));
    e = (e + (d ^ (b & (c ^ d))) + K[index + 3]! + words[index + 3]!) | 0;
    a = (a + e) | 0;
    e += ((f >>> 2) | (f << 30)) ^ ((f >>> 13) | (f << 19)) ^ ((f >>> 22) | (f << 10));
    e = (e + ((f & g) | (h & (f | g)))) | 0;
    d += ((a >>> 6) | (a << 26)) ^ ((a >>> 11) | (a << 21)) ^ ((a >>> 25) | (a << 7));
    d = (d + (c ^ (a & (b ^ c))) + K[index + 4]! + words[index + 4]!) | 0;
    h = (h + d) | 0;
    d += ((e >>> 2) | (e << 30)) ^ ((e >>> 13) | (e << 19)) ^ ((e >>> 22) | (e << 10));
    d = (d + ((e & f) | (g & (e | f)))) | 0;
    c += ((h >>> 6) | (h << 26)) ^ ((h >>> 11) | (h << 21)) ^ ((h >>> 25) | (h << 7));
    c = (c + (b ^ (h & (a ^ b))) + K[index + 5]! + words[index + 5]!) | 0;
    g = (g + c) | 0;
    c += ((d >>> 2) | (d << 30)) ^ ((d >>> 13) | (d << 19)) ^ ((d >>> 22) | (d << 10));
    c = (c + ((d & e) | (f & (d | e)))) | 0;
    b += ((g >>> 6) | (g << 26)) ^ ((g >>> 11) | (g << 21)) ^ ((g >>> 25) | (g << 7));
    b = (b + (a ^ (g & (h ^ a))) + K[index + 6]! + words[index + 6]!) | 0;
    f = (f + b) | 0;
    b += ((c >>> 2) | (c << 30)) ^ ((c >>> 13) | (c << 19)) ^ ((c >>> 22) | (c << 10));
    b = (b + ((c & d) | (e & (c | d)))) | 0;
    a += ((f >>> 6) | (f << 26)) ^ ((f >>> 11) | (f << 21)) ^ ((f >>> 25) | (f << 7));
    a = (a + (h ^ (f & (g ^ h))) + K[index + 7]! + words[index + 7]!) | 0;
    e = (e + a) | 0;
    a += ((b >>> 2) | (b << 30)) ^ ((b >>> 13) | (b << 19)) ^ ((b >>> 22) | (b << 10));
    a = (a + ((b & c) | (d & (b | c)))) | 0;
  }
  state[0] = state[0]! + a;
  state[1] = state[1]! + b;
  state[2] = state[2]! + c;
  state[3] = state[3]! + d;
  state[4] = state[4]! + e;
  state[5] = state[5]! + f;
  state[6] = state[6]! + g;
  state[7] = state[7]! + h;
}
