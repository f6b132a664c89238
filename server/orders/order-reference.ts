import type { Platform } from '../platform/platform.ts';

const TIME_BYTES = 4;
const CHANCE_BYTES = 14;

/**
 * A name for an order that nobody can guess: whoever has it may see the order. 24 characters of base64url: the second
 * in which it was made, so that orders of one hour lie side by side in the index of references, and 112 bits of chance.
 */
export function makeOrderReference({ clock, random }: Pick<Platform, 'clock' | 'random'>): string {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUInt32BE(Math.floor(clock.now().getTime() / 1000));
  return Buffer.concat([time, random.bytes(CHANCE_BYTES)]).toString('base64url');
}
