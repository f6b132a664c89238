import type { Random } from '../clock.ts';

/** A one-time code of six digits, uniformly distributed. */
export function drawCode({ random }: { random: Pick<Random, 'bytes'> }): string {
  const limit = Math.floor(2 ** 32 / 1_000_000) * 1_000_000;
  let drawn: number;
  do drawn = random.bytes(4).readUInt32BE();
  while (drawn >= limit);
  return String(drawn % 1_000_000).padStart(6, '0');
}
