import type { Platform } from '../../platform/platform.ts';

const TIME_BYTES = 4;
const CHANCE_BYTES = 14;

/**
 * An unguessable order reference; it grants access to the order. 24 characters of base64url: the creation time in
 * seconds, which keeps recent references together in the index, and 112 random bits.
 */
export function makeOrderReference({ clock, random }: Pick<Platform, 'clock' | 'random'>): string {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUInt32BE(Math.floor(clock.now().getTime() / 1000));
  return Buffer.concat([time, random.bytes(CHANCE_BYTES)]).toString('base64url');
}
