/**
 * Portable synchronous SHA-256 (FIPS 180-4). The browser's built-in hash is asynchronous, which is too slow for a
 * million leaves, and Node's does not run in a browser.
 */

const BLOCK = 64;
const SCHEDULE = 64;

const K = new Int32Array(SCHEDULE);
const INITIAL = new Int32Array(8);
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

export function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += (byte < 16 ? '0' : '') + byte.toString(16);
  return hex;
}

/** @throws when the text is not an even number of hexadecimal digits. */
export function fromHex(hex: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) throw new Error('not hexadecimal');
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
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
  for (let index = 0; index < SCHEDULE; index++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[index]! + words[index]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
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
