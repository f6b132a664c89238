/** Clock and randomness are injected, so that tests control them. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';

export interface Clock {
  now(): Date;
}

export interface Random {
  /** Unguessable bytes. */
  bytes(count: number): Buffer;
  /** UUID version 7 (RFC 9562): time-ordered, for index locality. */
  uuid(): string;
}

export const systemClock: Clock = { now: () => new Date() };
export const systemRandom: Random = { bytes: (count) => randomBytes(count), uuid: () => randomUUIDv7() };
