/**
 * Public randomness beacons in the format of drand: every few seconds a threshold of independent organisations signs the
 * number of the round. The signature cannot be known before its time, nor chosen.
 */
import { fromHex, toHex } from '../../hex.ts';
import { Sha256 } from '../sealing/sha256.ts';

export interface BeaconChain {
  /** drand's name of the beacon; part of the hash. */
  id: string;
  /** BLS12-381 key on G2, compressed, hexadecimal. */
  publicKey: string;
  periodSeconds: number;
  /** Unix time of round 1, in seconds. */
  genesisTime: number;
  /** 64 hexadecimal digits. */
  genesisSeed: string;
}

/** The League of Entropy's unchained beacon (scheme bls-unchained-g1-rfc9380). */
export const QUICKNET: BeaconChain = {
  id: 'quicknet',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  periodSeconds: 3,
  genesisTime: 1_692_803_367,
  genesisSeed: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
};

/**
 * The beacon of the demonstration. Its private key is public (demo-beacon.ts), so it proves nothing.
 */
export const DEMO_BEACON: BeaconChain = {
  id: 'mare-da-sorte-demonstracao',
  publicKey:
    '94cf99595c487f2ea96c7696a73b7761333e5a24b0172a8e5a608ef9f5c91a197d7b4d66657045d6907d03f173145e7d16e7fe69d746268dcaa5895948573fb2c7a421e34dbf24a32e7937e707a7b9dd0929e317fb736e2e76f59c9792977838',
  periodSeconds: 3,
  genesisTime: 1_577_836_800,
  genesisSeed: '0'.repeat(64),
};

/** SHA-256 by which drand names a chain, 64 hexadecimal digits. */
export function chainHash({ id, publicKey, periodSeconds, genesisTime, genesisSeed }: BeaconChain): string {
  const numbers = new DataView(new ArrayBuffer(12));
  numbers.setUint32(0, periodSeconds);
  numbers.setBigInt64(4, BigInt(genesisTime));
  const hash = new Sha256().update(new Uint8Array(numbers.buffer)).update(fromHex(publicKey));
  return toHex(hash.update(fromHex(genesisSeed)).update(new TextEncoder().encode(id)).digest());
}

/** Null for a beacon that is not known here. */
export function findChain(hash: string): BeaconChain | null {
  return [QUICKNET, DEMO_BEACON].find((chain) => chainHash(chain) === hash) ?? null;
}

/** 1-based number of the first round at or after a time. */
export function roundFrom({ genesisTime, periodSeconds }: BeaconChain, time: Date): number {
  return Math.max(1, Math.ceil((time.getTime() / 1000 - genesisTime) / periodSeconds) + 1);
}

export function timeOfRound({ genesisTime, periodSeconds }: BeaconChain, round: number): Date {
  return new Date((genesisTime + (round - 1) * periodSeconds) * 1000);
}
