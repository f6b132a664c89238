/**
 * Third-party proof that a seal existed at a given time, in the OpenTimestamps file format. A chain of operations leads
 * from the seal's SHA-256 to a pending attestation of a calendar server, and later to a Bitcoin block.
 */
import { joinBytes } from './join-bytes.ts';
import { fromHex, toHex } from '../../hex.ts';
import { sha256 } from './sha256.ts';

/** '\0OpenTimestamps\0\0Proof\0', its magic bytes, version 1, and the SHA-256 tag. */
const FILE_START = '004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e892940108';
const PENDING = '83dfe30d2ef90c8e';
const BITCOIN = '0588960d73d71901';
const ATTESTATION = 0x00;
const SHA_256 = 0x08;
const APPEND = 0xf0;
const PREPEND = 0xf1;
const FORK = 0xff;
/** Limits against hostile responses; real chains are far smaller. */
const MAX_BYTES = 16_384;
const MAX_STEPS = 1_024;

/** A third party's statement at the end of a chain. */
export type Attestation =
  /** A calendar has accepted the value and will provide its block later. */
  | {
      kind: 'pending';
      value: Uint8Array;
      /** Byte offset in the chain, where the calendar's later response is inserted. */
      at: number;
    }
  /** The value is the Merkle root of a Bitcoin block, in the byte order of block explorers. */
  | { kind: 'bitcoin'; height: number; merkleRoot: string };

/** Builds a proof file from a digest and its chain of operations. */
export function proofFile(digest: Uint8Array, chain: Uint8Array): Uint8Array {
  return joinBytes(fromHex(FILE_START), joinBytes(digest, chain));
}

/** @param file in hexadecimal digits. @returns null unless it is a proof of the seal */
export function readProofFile(file: string, sealHash: string): Attestation[] | null {
  const start = FILE_START + sealHash;
  if (!/^(?:[0-9a-f]{2})*$/.test(file) || !file.startsWith(start)) return null;
  return readChain(fromHex(sealHash), fromHex(file.slice(start.length)));
}

/**
 * Applies the chain's operations to a digest.
 * @returns the attestations found; null when the chain is malformed or has none
 */
export function readChain(digest: Uint8Array, chain: Uint8Array): Attestation[] | null {
  if (chain.length > MAX_BYTES) return null;
  const reader = new ChainReader(chain);
  try {
    reader.follow(digest);
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
  return reader.isAtEnd() && reader.found.length > 0 ? reader.found : null;
}

/** Replaces a pending attestation with the calendar's later response. Only for chains without a fork. */
export function completeChain(chain: Uint8Array, promise: { at: number }, rest: Uint8Array): Uint8Array {
  return joinBytes(chain.subarray(0, promise.at), rest);
}

class Malformed extends Error {}

class ChainReader {
  readonly found: Attestation[] = [];
  private readonly bytes: Uint8Array;
  private at = 0;
  private steps = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  follow(value: Uint8Array): void {
    for (let operation = this.byte(); ; operation = this.byte()) {
      const isFork = operation === FORK;
      this.step(isFork ? this.byte() : operation, value);
      if (!isFork) return;
    }
  }

  private step(operation: number, value: Uint8Array): void {
    if (++this.steps > MAX_STEPS) throw new Malformed();
    if (operation === ATTESTATION) this.attest(value);
    else if (operation === SHA_256) this.follow(sha256(value));
    else if (operation === APPEND) this.follow(joinBytes(value, this.text()));
    else if (operation === PREPEND) this.follow(joinBytes(this.text(), value));
    else throw new Malformed();
  }

  private attest(value: Uint8Array): void {
    const at = this.at - 1;
    const kind = toHex(this.take(8));
    const payload = new ChainReader(this.text());
    if (kind === PENDING) this.found.push({ kind: 'pending', value, at });
    if (kind === BITCOIN)
      this.found.push({
        kind: 'bitcoin',
        height: payload.number(),
        merkleRoot: toHex(value.toReversed()),
      });
  }

  private byte(): number {
    return this.take(1)[0]!;
  }

  private take(count: number): Uint8Array {
    if (this.at + count > this.bytes.length) throw new Malformed();
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  private text(): Uint8Array {
    return this.take(this.number());
  }

  /** LEB128: seven bits per byte, least significant first. */
  private number(): number {
    let number = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.byte();
      number |= (byte & 0x7f) << shift;
      if (byte < 0x80) return number;
    }
    throw new Malformed();
  }
}
