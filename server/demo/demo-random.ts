import { createHash } from 'node:crypto';
import type { Random } from '../platform/clock.ts';

/** Deterministic random bytes for demo data. Predictable: never use elsewhere. */
export function demoRandom(seed: string): Random {
  let count = 0;
  const block = () => createHash('sha256').update(`${seed}:${count++}`).digest();
  const bytes = (length: number) => {
    const blocks: Buffer[] = [];
    for (let have = 0; have < length; have += 32) blocks.push(block());
    return Buffer.concat(blocks).subarray(0, length);
  };
  return {
    bytes,
    uuid: () => {
      const hex = bytes(16).toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}
