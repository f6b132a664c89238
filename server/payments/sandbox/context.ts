/** What every part of the sandbox leans on. */
import type pg from 'pg';
import type { Clock, Random } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { FaultPlan } from './fault-plan.ts';

export interface SandboxOptions {
  /** Where the sandbox is reached from outside, its mount path included; no trailing slash. */
  publicUrl: string;
  /** The shop, for the way back from a Pix page that has no return address. */
  storeUrl: string;
  /** The bearer token that its API demands, as the provider does. */
  token: string;
  webhookSecret: string;
  pool: pg.Pool;
  clock: Clock;
  random: Random;
  log: Log;
  /** Lets a shop's reservation end now; answers whether there was one. */
  endHold: (externalReference: string) => Promise<boolean>;
  /** Shortens the provider's waits between webhook deliveries; 1 is the real ladder. */
  ladderScale?: number;
}

export interface SandboxContext extends SandboxOptions {
  clock: Clock & { advance(seconds: number): void };
  faults: FaultPlan[];
  /** Milliseconds that the search stays behind. */
  searchLagMs: number;
  /** Answers refunds as an account without balance does. */
  refundsHaveNoFunds: boolean;
  webhooks: WebhookPolicy;
  /** Tells the sender that something may be due. */
  triggerSender(): void;
}

export interface WebhookPolicy {
  /** Copies of each delivery. */
  copies: number;
  delayMs: number;
  /** Share of deliveries that are lost, 0 to 1. */
  dropRate: number;
  /** Sends in a random instead of the real order. */
  reorder: boolean;
  channel: 'webhook' | 'feed' | 'both';
  timestampUnit: 'seconds' | 'milliseconds';
}

export const PLAIN_WEBHOOKS: WebhookPolicy = {
  copies: 1,
  delayMs: 0,
  dropRate: 0,
  reorder: false,
  channel: 'webhook',
  timestampUnit: 'seconds',
};

export function createContext(options: SandboxOptions): SandboxContext {
  let offsetMs = 0;
  return {
    ...options,
    clock: {
      now: () => new Date(options.clock.now().getTime() + offsetMs),
      advance: (seconds) => {
        offsetMs += seconds * 1000;
      },
    },
    faults: [],
    searchLagMs: 0,
    refundsHaveNoFunds: false,
    webhooks: { ...PLAIN_WEBHOOKS },
    triggerSender: () => undefined,
  };
}
