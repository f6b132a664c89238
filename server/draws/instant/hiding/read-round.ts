/** Rounds of the public beacon over HTTP (drand's API). Redirects are not followed; the signature proves the response. */
import { z } from 'zod';
import { chainHash, DEMO_BEACON, findChain, QUICKNET } from '@mare/domain/draws/beacon/beacon-chain.ts';
import { signDemoRound } from '@mare/domain/draws/beacon/demo-beacon.ts';
import { isRound } from '@mare/domain/draws/beacon/verify-round.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readLimited } from '../../../platform/http/outgoing/read-limited.ts';

const TIMEOUT_MS = 10_000;
const MAX_REPLY_BYTES = 10_000;

const roundReply = z.object({ round: z.int(), signature: z.string() });

type Deps = Pick<Platform, 'config' | 'log'>;

/** Beacon of new rifas. The demonstration has its own, which needs no network. */
export function beaconOf({ demo }: { demo: boolean }) {
  return demo ? DEMO_BEACON : QUICKNET;
}

/** Asks the relays in order. @returns the signature of a round that is due; null when none has it */
export async function readRound(
  { config, log }: Deps,
  { chain, round }: { chain: string; round: number },
): Promise<string | null> {
  if (chain === chainHash(DEMO_BEACON)) return signDemoRound(round);
  const beacon = findChain(chain);
  if (!beacon) throw new Error(`unknown beacon ${chain}`);
  for (const url of config.beaconUrls)
    try {
      const signature = await requestRound(`${url}/${chain}/public/${round}`, round);
      if (isRound(beacon, round, signature)) return signature;
      log.warn({ url, round }, 'the relay answered with a wrong signature of the round');
    } catch (error) {
      log.warn({ err: error, url, round }, 'the relay of the beacon did not answer');
    }
  return null;
}

async function requestRound(url: string, round: number): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  const bytes = await readLimited(response, MAX_REPLY_BYTES);
  const reply = roundReply.parse(JSON.parse(new TextDecoder().decode(bytes)));
  if (reply.round !== round) throw new Error(`round ${reply.round} instead of ${round}`);
  return reply.signature;
}
