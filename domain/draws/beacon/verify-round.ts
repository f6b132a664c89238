/** BLS signatures of beacon rounds. Apart from beacon-chain.ts, because the curve is large: load it lazily. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { fromHex } from '../../hex.ts';
import { Sha256 } from '../sealing/sha256.ts';
import type { BeaconChain } from './beacon-chain.ts';

const { shortSignatures: bls } = bls12_381;
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
/** A point on G1, compressed. */
const SIGNATURE = /^[0-9a-f]{96}$/;

/** @param signature 96 hexadecimal digits */
export function isRound(chain: BeaconChain, round: number, signature: string): boolean {
  if (!SIGNATURE.test(signature)) return false;
  try {
    return bls.verify(fromHex(signature), hashRound(round), fromHex(chain.publicKey));
  } catch {
    // Not a point of the curve.
    return false;
  }
}

/** Point that a round's signature signs: SHA-256 of the round as eight bytes, hashed to G1. */
export function hashRound(round: number) {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigUint64(0, BigInt(round));
  return bls.hash(new Sha256().update(new Uint8Array(bytes.buffer)).digest(), DOMAIN);
}
