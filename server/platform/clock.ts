/** Time and chance are passed in, so that a test can decide both. */
import { randomBytes, randomUUID } from 'node:crypto';

export interface Clock {
  now(): Date;
}

export interface Random {
  /** Unguessable bytes. */
  bytes(count: number): Buffer;
  uuid(): string;
}

export const systemClock: Clock = { now: () => new Date() };
export const systemRandom: Random = { bytes: (count) => randomBytes(count), uuid: () => randomUUID() };
