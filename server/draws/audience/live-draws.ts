/**
 * Sends changes of a draw to the browsers that watch it: this process reads the draw once for all of them. A single
 * LISTEN connection, opened with the first browser, serves all browsers of this process.
 */
import { drawAudit } from '@mare/contract/draws/draw-audit.ts';
import type { LiveDrawEvent } from '@mare/contract/draws/draws.ts';
import { listenTo, type Listener } from '../../platform/database/listen.ts';
import type { Platform } from '../../platform/platform.ts';
import { StreamEvent } from '../../platform/realtime/event-stream.ts';
import { readDrawAudit } from '../proofs/read-draw-audit.ts';
import { CHANGED, DrawStream } from './draw-stream.ts';

/** The `announce_draw` trigger names the rifa. */
const CHANNEL = 'draws';
/** Event streams per process; browsers beyond this limit poll. */
const MAX_STREAMS = 20_000;
/** Many phones share the IP address of their network; no single IP address may take all streams. */
const STREAMS_PER_IP_ADDRESS = 500;
/** Maximum age of a connection: reconnecting spreads the streams over the processes. */
const LIFETIME_MS = 15 * 60_000;
const EXPIRY_CHECK_MS = 30_000;
/** A larger audit is not sent in the stream; each browser reads it, compressed. */
const MAX_EVENT_BYTES = 32_000;

export interface LiveDraws {
  /** @returns null if this process or the IP address has reached its limit */
  subscribe(rifaId: string, ipAddress: string): DrawStream | null;
  /** Open streams. */
  readonly size: number;
  /** Ends every stream. */
  stop(): Promise<void>;
}

export function createLiveDraws(platform: Pick<Platform, 'db' | 'pool' | 'log' | 'clock'>): LiveDraws {
  const streams = new Map<string, Set<DrawStream>>();
  const byIpAddress = new Map<string, number>();
  let size = 0;
  let listener: Listener | null = null;
  let expiryCheck: NodeJS.Timeout | undefined;
  let stopped = false;

  const all = () => [...streams.values()].flatMap((ofRifa) => [...ofRifa]);

  /** Draws that are being read, and whether each has changed since. */
  const reading = new Map<string, { changed: boolean }>();

  /** @param rifaId null after a lost connection, when any rifa may have changed */
  function announce(rifaId: string | null): void {
    if (rifaId === null) for (const stream of all()) stream.send(CHANGED);
    else if (streams.has(rifaId)) void sendChange(rifaId);
  }

  /** Sends changes in the order in which they happened. */
  async function sendChange(rifaId: string): Promise<void> {
    const running = reading.get(rifaId);
    if (running) {
      running.changed = true;
      return;
    }
    const state = { changed: true };
    reading.set(rifaId, state);
    while (state.changed) {
      state.changed = false;
      const event = await readChange(platform, rifaId);
      for (const stream of streams.get(rifaId) ?? []) stream.send(event);
    }
    reading.delete(rifaId);
  }

  function endExpired(): void {
    const oldest = platform.clock.now().getTime() - LIFETIME_MS;
    for (const stream of all()) if (stream.since < oldest) stream.end();
  }

  return {
    subscribe(rifaId, ipAddress) {
      const ofIpAddress = byIpAddress.get(ipAddress) ?? 0;
      if (stopped || size >= MAX_STREAMS || ofIpAddress >= STREAMS_PER_IP_ADDRESS) return null;
      byIpAddress.set(ipAddress, ofIpAddress + 1);
      const ofRifa = streams.get(rifaId) ?? new Set();
      const stream: DrawStream = new DrawStream(platform.clock.now().getTime(), () => {
        size--;
        const left = byIpAddress.get(ipAddress)! - 1;
        if (left === 0) byIpAddress.delete(ipAddress);
        else byIpAddress.set(ipAddress, left);
        ofRifa.delete(stream);
        if (ofRifa.size === 0) streams.delete(rifaId);
      });
      size++;
      streams.set(rifaId, ofRifa.add(stream));
      listener ??= listenTo(platform, CHANNEL, announce);
      expiryCheck ??= setInterval(endExpired, EXPIRY_CHECK_MS);
      return stream;
    },
    get size() {
      return size;
    },
    async stop() {
      stopped = true;
      clearInterval(expiryCheck);
      for (const stream of all()) stream.end();
      await listener?.stop();
    },
  };
}

async function readChange(
  { db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>,
  rifaId: string,
): Promise<StreamEvent<LiveDrawEvent>> {
  try {
    const audit = await readDrawAudit(db, rifaId, clock.now());
    if (!audit) return CHANGED;
    const event = new StreamEvent<LiveDrawEvent>({ kind: 'changed', audit: drawAudit.parse(audit) });
    return event.bytes.length <= MAX_EVENT_BYTES ? event : CHANGED;
  } catch (error) {
    log.warn({ err: error, rifaId }, 'changed draw could not be read for its viewers');
    return CHANGED;
  }
}
