/**
 * Reserves an order's numbers, and writes the order with them, through one batch writer a process (group commit): while one
 * transaction is in flight, the requests that arrive form the next batch. An idle writer answers at once; under a rush
 * many orders share one commit. No timer takes part, except the short pause before numbers that another process holds
 * for the moment are asked for again.
 *
 * A batch that fails is run again one order at a time, so that a bad order never fails its neighbours. An order that
 * was committed although the connection was lost is then found by its key.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { connectPool, directUrlOf, INDEX_LOOKUPS_ONLY } from '@mare/database/connect.ts';
import type { NumberPermutation } from '@mare/domain/numbers/number-permutation.ts';
import type { Platform } from '../../platform/platform.ts';
import { createPermutationFinder } from '../numbers/number-permutations.ts';
import type { ReserveRequest, ReserveResult } from './reserve-request.ts';
import { type BatchAnswer, createBatchRunner } from './reserve-batch.ts';
import { findOverShare, WITHIN_SHARE } from './shares.queries.ts';

export interface OrderBatchWriter {
  reserve(request: ReserveRequest): Promise<ReserveResult>;
  /** Takes no more requests, answers those waiting, closes the connection. */
  close(): Promise<void>;
}

export interface OrderBatchWriterOptions {
  /** Orders that may wait; one more is answered BUSY at once. */
  capacity?: number;
  /** Cotas in one batch at most, unless a single order has more: one buyer of 1,000 must not delay a hundred of 5. */
  batchCotas?: number;
  /** Transactions in flight at once: more than one keeps the process and the database busy at the same time. */
  width?: number;
}

interface Waiting {
  request: ReserveRequest;
  /** Of every rifa in the request. */
  permutations: ReadonlyMap<string, NumberPermutation>;
  cotas: number;
  askedAt: number;
  answer: (result: ReserveResult) => void;
  fail: (error: unknown) => void;
}

/** How long, in milliseconds, an order is tried again while others hold the last numbers. */
const PATIENCE_MS = 5_000;
const MAX_BATCH_ORDERS = 256;

const UNIQUE_VIOLATION = '23505';
/** Lock not available, deadlock detected, serialization failure. */
const LOCK_FAILURES = new Set(['55P03', '40P01', '40001']);

export function createOrderBatchWriter(
  platform: Pick<Platform, 'db' | 'pool' | 'clock' | 'random' | 'log'>,
  { capacity = 2_000, batchCotas = 4_000, width = 2 }: OrderBatchWriterOptions = {},
): OrderBatchWriter {
  const pool = connectPool({
    url: directUrlOf(platform.pool),
    max: width,
    pipeline: true,
    options: `${INDEX_LOOKUPS_ONLY} -c lock_timeout=3s`,
    onError: (error) => platform.log.warn({ err: error }, 'order batch writer lost its idle connection'),
  });
  const runner = createBatchRunner({ pool, clock: platform.clock });
  const findPermutations = createPermutationFinder(platform.db);
  const queue: Waiting[] = [];
  const inFlight = new Map<string, Promise<ReserveResult>>();
  let working = 0;
  let closed = false;

  async function work(): Promise<void> {
    working++;
    try {
      // Lets everything that arrived in the same turn of the event loop join the first batch.
      await new Promise(setImmediate);
      while (queue.length > 0) {
        const batch = nextBatch(queue, batchCotas);
        const contended = await runBatch(batch);
        if (contended.length === 0) continue;
        queue.unshift(...contended);
        await pause(2 + (platform.random.bytes(1)[0]! % 8));
      }
    } finally {
      working--;
    }
  }

  /** Answers the batch. @returns those to be tried again. */
  async function runBatch(batch: Waiting[]): Promise<Waiting[]> {
    try {
      return deliver(batch, await runner.run(batch));
    } catch (error) {
      platform.log.warn({ err: error, orders: batch.length }, 'a batch of orders failed: one by one');
    }
    const contended: Waiting[] = [];
    for (const waiting of batch) {
      try {
        contended.push(...deliver([waiting], await runner.run([waiting])));
      } catch (error) {
        const over = isOverShare(error) && (await findOverShare(platform.db, waiting.request));
        if (over) waiting.answer({ ok: false, code: 'PURCHASE_LIMIT_EXCEEDED', ...over });
        else if (isRace(error) || isOverShare(error)) contended.push(...deliver([waiting], ['contended']));
        else waiting.fail(error);
      }
    }
    return contended;
  }

  function deliver(batch: Waiting[], answers: BatchAnswer[]): Waiting[] {
    return batch.filter((waiting, index) => {
      const answer = answers[index]!;
      if (answer !== 'contended') waiting.answer(answer);
      else if (platform.clock.now().getTime() - waiting.askedAt > PATIENCE_MS)
        waiting.answer({ ok: false, code: 'BUSY' });
      else return true;
      return false;
    });
  }

  async function enqueue(request: ReserveRequest): Promise<ReserveResult> {
    const permutations = await findPermutations(request.lines.map((line) => line.rifaId));
    const without = request.lines.find((line) => !permutations.has(line.rifaId));
    if (without) return { ok: false, code: 'RIFA_NOT_ACTIVE', rifaId: without.rifaId };
    return new Promise((answer, fail) => {
      const cotas = request.lines.reduce((sum, line) => sum + line.quantity, 0);
      queue.push({ request, permutations, cotas, askedAt: platform.clock.now().getTime(), answer, fail });
      if (working < width) void work();
    });
  }

  return {
    reserve(request) {
      const key = `${request.userId} ${request.clientRequestId}`;
      const same = inFlight.get(key);
      if (same) return same.then((result) => (result.ok ? { ...result, repeated: true } : result));
      if (closed || inFlight.size >= capacity) return Promise.resolve({ ok: false, code: 'BUSY' });
      const result = enqueue(request).finally(() => inFlight.delete(key));
      inFlight.set(key, result);
      return result;
    },
    async close() {
      closed = true;
      await Promise.allSettled(inFlight.values());
      await pool.end();
    },
  };
}

function nextBatch(queue: Waiting[], batchCotas: number): Waiting[] {
  let cotas = 0;
  let orders = 0;
  while (orders < queue.length && orders < MAX_BATCH_ORDERS) {
    cotas += queue[orders]!.cotas;
    if (orders > 0 && cotas > batchCotas) break;
    orders++;
  }
  return queue.splice(0, orders);
}

/** The person's share was full, at that moment at least. */
function isOverShare(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === WITHIN_SHARE;
}

/** Lost to another process, and gone when tried again: a lock, or the same request stored there first. */
function isRace(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === UNIQUE_VIOLATION) return constraint === 'orders_request_once';
  return code !== undefined && LOCK_FAILURES.has(code);
}
