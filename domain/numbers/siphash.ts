/**
 * SipHash-2-4 (Aumasson and Bernstein, 2012): a keyed pseudorandom function with a 128-bit key and a 64-bit result.
 * 64-bit words are kept as two 32-bit halves, low half first, because BigInt is far slower.
 */

/** The key as four little-endian 32-bit words. */
export type SipKey = readonly [number, number, number, number];

/** @throws RangeError when the key is not 16 bytes long. */
export function sipKey(bytes: Uint8Array): SipKey {
  if (bytes.length !== 16) throw new RangeError(`a SipHash key has 16 bytes, not ${bytes.length}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return [view.getInt32(0, true), view.getInt32(4, true), view.getInt32(8, true), view.getInt32(12, true)];
}

/** @returns the result as unsigned `[low, high]` halves. */
export function sipHash(key: SipKey, message: Uint8Array): [low: number, high: number] {
  const state = initialState(key);
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const fullBlockBytes = message.length - (message.length % 8);
  for (let at = 0; at < fullBlockBytes; at += 8)
    compress(state, view.getInt32(at, true), view.getInt32(at + 4, true));
  const tail = new Uint8Array(8);
  tail.set(message.subarray(fullBlockBytes));
  tail[7] = message.length;
  const last = new DataView(tail.buffer);
  compress(state, last.getInt32(0, true), last.getInt32(4, true));
  return finish(state);
}

/** The low half of the hash of the 8-byte message made of two little-endian 32-bit words. */
export function sipHashOfWords(key: SipKey, first: number, second: number): number {
  const state = initialState(key);
  compress(state, first, second);
  compress(state, 0, 8 << 24);
  return finish(state)[0];
}

function initialState([k0, k1, k2, k3]: SipKey): Int32Array {
  return Int32Array.of(
    k0 ^ 0x70736575,
    k1 ^ 0x736f6d65,
    k2 ^ 0x6e646f6d,
    k3 ^ 0x646f7261,
    k0 ^ 0x6e657261,
    k1 ^ 0x6c796765,
    k2 ^ 0x79746573,
    k3 ^ 0x74656462,
  );
}

function compress(v: Int32Array, low: number, high: number): void {
  v[6]! ^= low;
  v[7]! ^= high;
  round(v);
  round(v);
  v[0]! ^= low;
  v[1]! ^= high;
}

function finish(v: Int32Array): [number, number] {
  v[4]! ^= 0xff;
  for (let i = 0; i < 4; i++) round(v);
  return [(v[0]! ^ v[2]! ^ v[4]! ^ v[6]!) >>> 0, (v[1]! ^ v[3]! ^ v[5]! ^ v[7]!) >>> 0];
}

function round(v: Int32Array): void {
  add(v, 0, 2);
  rotateAndXor(v, 2, 13, 0);
  swapHalves(v, 0);
  add(v, 4, 6);
  rotateAndXor(v, 6, 16, 4);
  add(v, 0, 6);
  rotateAndXor(v, 6, 21, 0);
  add(v, 4, 2);
  rotateAndXor(v, 2, 17, 4);
  swapHalves(v, 4);
}

function add(v: Int32Array, to: number, from: number): void {
  const low = (v[to]! >>> 0) + (v[from]! >>> 0);
  v[to] = low;
  v[to + 1] = v[to + 1]! + v[from + 1]! + (low > 0xffffffff ? 1 : 0);
}

function rotateAndXor(v: Int32Array, word: number, bits: number, other: number): void {
  const low = v[word]!;
  const high = v[word + 1]!;
  v[word] = ((low << bits) | (high >>> (32 - bits))) ^ v[other]!;
  v[word + 1] = ((high << bits) | (low >>> (32 - bits))) ^ v[other + 1]!;
}

function swapHalves(v: Int32Array, word: number): void {
  const low = v[word]!;
  v[word] = v[word + 1]!;
  v[word + 1] = low;
}
