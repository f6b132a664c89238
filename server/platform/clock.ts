/** Time and chance are passed in, so that a test can decide both. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';

export interface Clock {
  now(): Date;
}

export interface Random {
  /** Unguessable bytes. */
  bytes(count: number): Buffer;
  /** Version 7 (RFC 9562), beginning with the time: rows added one after the other lie side by side in an index. */
  uuid(): string;
}

export const systemClock: Clock = { now: () => new Date() };
export const systemRandom: Random = { bytes: (count) => randomBytes(count), uuid: () => randomUUIDv7() };
