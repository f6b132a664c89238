/** Signs rounds of the demonstration's beacon. Its private key is in this file, so it shows the steps and proves nothing. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { toHex } from '../../hex.ts';
import { sha256Hex } from '../sealing/sha256.ts';
import { hashRound } from './verify-round.ts';

const { shortSignatures: bls } = bls12_381;
const PRIVATE_KEY = bls12_381.fields.Fr.toBytes(
  bls12_381.fields.Fr.create(BigInt(`0x${sha256Hex('mare-da-sorte/farol-da-demonstracao')}`)),
);

/** @returns 96 hexadecimal digits */
export function signDemoRound(round: number): string {
  return toHex(bls.sign(hashRound(round), PRIVATE_KEY).toBytes(true));
}

export function demoPublicKey(): string {
  return toHex(bls.getPublicKey(PRIVATE_KEY).toBytes(true));
}
