/**
 * Reserves numbers and writes orders through one batch writer per process (group commit): while one transaction is in
 * flight, arriving requests form the next batch. An idle writer returns at once; under load many orders share one
 * commit. There are no timers except a short retry delay for numbers locked by another process.
 *
 * A failed batch runs again one order at a time, so that an invalid order does not fail the others. An order committed
 * despite a lost connection is found by its key.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { connectPool, directUrlOf, INDEX_LOOKUPS_ONLY } from '@mare/database/connection/connect.ts';
import type { NumberPermutation } from '@mare/domain/numbers/number-permutation.ts';
import type { Platform } from '../../platform/platform.ts';
import { createPermutationFinder } from '../numbers/number-permutations.ts';
import { isSameRequest, type ReserveRequest, type ReserveResult } from './reserve-request.ts';
import { type BatchResult, createBatchRunner } from './reserve-batch.ts';
import { findExceededShare, WITHIN_SHARE } from './shares.queries.ts';

export interface OrderBatchWriter {
  reserve(request: ReserveRequest): Promise<ReserveResult>;
  /** Rejects new requests, finishes the waiting ones and closes the connection. */
  close(): Promise<void>;
}

export interface OrderBatchWriterOptions {
  /** Maximum queue length; further orders return BUSY at once. */
  capacity?: number;
  /** Maximum cotas per batch unless a single order has more: an order of 1,000 must not delay a hundred orders of 5. */
  batchCotas?: number;
  /** Concurrent transactions: two keep both the process and the database busy. */
  width?: number;
}

interface Waiting {
  request: ReserveRequest;
  /** Facts of every rifa in the request. */
  permutations: ReadonlyMap<string, NumberPermutation>;
  cotas: number;
  askedAt: number;
  resolve: (result: ReserveResult) => void;
  reject: (error: unknown) => void;
}

/** Retry time in milliseconds while other transactions lock the last numbers. */
const QUEUE_TIMEOUT_MS = 5_000;
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
  const inFlight = new Map<string, { request: ReserveRequest; result: Promise<ReserveResult> }>();
  let working = 0;
  let closed = false;

  async function work(): Promise<void> {
    working++;
    try {
      // Batches everything that arrives in the same turn of the event loop.
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

  /** Resolves the requests of the batch. @returns the requests to retry */
  async function runBatch(batch: Waiting[]): Promise<Waiting[]> {
    try {
      return deliver(batch, await runner.run(batch));
    } catch (error) {
      platform.log.warn({ err: error, orders: batch.length }, 'order batch failed; retrying one by one');
    }
    const contended: Waiting[] = [];
    for (const waiting of batch) {
      try {
        contended.push(...deliver([waiting], await runner.run([waiting])));
      } catch (error) {
        const over = isOverShare(error) && (await findExceededShare(platform.db, waiting.request));
        if (over) waiting.resolve({ ok: false, code: 'PURCHASE_LIMIT_EXCEEDED', ...over });
        else if (isOpenOrder(error)) waiting.resolve({ ok: false, code: 'OPEN_ORDER' });
        else if (isRace(error) || isOverShare(error)) contended.push(...deliver([waiting], ['contended']));
        else waiting.reject(error);
      }
    }
    return contended;
  }

  function deliver(batch: Waiting[], outcomes: BatchResult[]): Waiting[] {
    return batch.filter((waiting, index) => {
      const outcome = outcomes[index]!;
      if (outcome !== 'contended') waiting.resolve(outcome);
      else if (platform.clock.now().getTime() - waiting.askedAt > QUEUE_TIMEOUT_MS)
        waiting.resolve({ ok: false, code: 'BUSY' });
      else return true;
      return false;
    });
  }

  async function enqueue(request: ReserveRequest): Promise<ReserveResult> {
    const permutations = await findPermutations(request.lines.map((line) => line.rifaId));
    const without = request.lines.find((line) => !permutations.has(line.rifaId));
    if (without) return { ok: false, code: 'RIFA_NOT_ACTIVE', rifaId: without.rifaId };
    return new Promise((resolve, reject) => {
      const cotas = request.lines.reduce((sum, line) => sum + line.quantity, 0);
      queue.push({ request, permutations, cotas, askedAt: platform.clock.now().getTime(), resolve, reject });
      if (working < width) void work();
    });
  }

  return {
    reserve(request) {
      const key = `${request.userId} ${request.clientRequestId}`;
      const same = inFlight.get(key);
      if (same && !isSameRequest(same.request, request))
        return Promise.resolve({ ok: false, code: 'KEY_REUSED' });
      if (same) return same.result.then((result) => (result.ok ? { ...result, repeated: true } : result));
      if (closed || inFlight.size >= capacity) return Promise.resolve({ ok: false, code: 'BUSY' });
      const result = enqueue(request).finally(() => inFlight.delete(key));
      inFlight.set(key, { request, result });
      return result;
    },
    async close() {
      closed = true;
      await Promise.allSettled([...inFlight.values()].map(({ result }) => result));
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

/** The limit per person was reached in the meantime. */
function isOverShare(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === WITHIN_SHARE;
}

/** A concurrent request of the same cart has created an order. */
function isOpenOrder(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && constraint === 'orders_one_open';
}

/** Lost to another process: a lock, or the same request stored there first. A retry succeeds. */
function isRace(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === UNIQUE_VIOLATION) return constraint === 'orders_request_once';
  return code !== undefined && LOCK_FAILURES.has(code);
}
