/** One transaction of the order batch writer: many orders of many rifas in two round trips. */
import type pg from 'pg';
import { withConnection, sendInOneWrite } from '@mare/database/connection/connect.ts';
import {
  type AllocatedLine,
  allocateOrder,
  quantityByRifa,
  RifaNumbers,
  type TakenChoice,
} from '@mare/domain/numbers/allocate-numbers.ts';
import { NumberPage, PAGE_SIZE, pageMasks, pageOf } from '@mare/domain/numbers/number-page.ts';
import type { NumberPermutation } from '@mare/domain/numbers/number-permutation.ts';
import type { Clock } from '../../platform/clock.ts';
import * as statements from './reserve-batch.queries.ts';
import { findOpenGroups, lockGroupStarts, lockParts } from './group-batch.queries.ts';
import { type GroupRejection, GroupTally } from './group-tally.ts';
import {
  isSameRequest,
  linesToAllocate,
  type ReserveRequest,
  type ReserveResult,
  type UnpaidLimit,
} from './reserve-request.ts';
import { findUnpaidHoldings, lockPersons } from './unpaid-holdings.queries.ts';
import { UnpaidTally } from './unpaid-tally.ts';
import { type TakenPage, writeAndCommit } from './write-batch.queries.ts';

/** 'contended': other transactions lock the remaining numbers; retry before rejecting. */
export type BatchResult = ReserveResult | 'contended';

export interface BatchEntry {
  request: ReserveRequest;
  /** Facts of every rifa in the request. */
  permutations: ReadonlyMap<string, NumberPermutation>;
}

export interface BatchRunner {
  /** One result per entry, in the same order. @throws if the transaction failed: nothing was written */
  run(entries: readonly BatchEntry[]): Promise<BatchResult[]>;
}

/** Decision about a request while the pages are locked. */
type Plan =
  | { kind: 'repeated'; orderId: string }
  | { kind: 'account closed' }
  | { kind: 'closed'; rifaId: string }
  | { kind: 'unpaid'; limit: UnpaidLimit }
  | { kind: 'group'; rejection: GroupRejection }
  | { kind: 'reserved'; request: ReserveRequest; lines: AllocatedLine[]; freeParts?: number[][] }
  | { kind: 'reused' }
  | { kind: 'taken'; choice: TakenChoice }
  | { kind: 'short'; rifaId: string; quantity: number };

const MAX_PAGES_PER_BATCH = 512;

export function createBatchRunner({ pool, clock }: { pool: pg.Pool; clock: Clock }): BatchRunner {
  /** Free numbers per open page as last seen; estimates how many pages to lock. */
  const freeOnAPage = new Map<string, number>();

  async function runIn(client: pg.PoolClient, entries: readonly BatchEntry[]): Promise<BatchResult[]> {
    const now = clock.now();
    const requests = entries.map((entry) => entry.request);
    const demand = quantityByRifa(requests.flatMap(linesToAllocate));
    const rifas = new Map<string, RifaNumbers>();
    for (const { permutations } of entries)
      for (const [rifaId, permutation] of permutations) rifas.set(rifaId, new RifaNumbers(permutation));
    const [, holdings, groups, open, parts, stored, requested, lowest] = await sendInOneWrite(client, () =>
      Promise.all([
        Promise.all([
          client.query('begin'),
          ...lockPersons(client, requests),
          ...lockGroupStarts(client, requests),
        ]),
        findUnpaidHoldings(client, requests, now),
        findOpenGroups(client, requests),
        statements.lockOpenRifas(client, [...rifas.keys()], now),
        lockParts(client, requests),
        statements.findStoredOrders(client, requests),
        statements.lockRequestedPages(client, requestedPages(requests, rifas)),
        statements.lockLowestPages(client, pagesToAsk(unrequested(requests), rifas)),
      ]),
    );
    addPages(rifas, requested);
    addPages(rifas, lowest);
    await lockMissingPages(client, demand, rifas);

    const tally = new UnpaidTally(holdings);
    const groupTally = new GroupTally(groups, parts, now);
    const plans = requests.map((request): Plan => {
      const repeated = stored.get(statements.requestKey(request));
      if (repeated)
        return isSameRequest(repeated, request)
          ? { kind: 'repeated', orderId: repeated.orderId }
          : { kind: 'reused' };
      if (tally.isClosed(request)) return { kind: 'account closed' };
      const closed = request.lines.find((line) => !open.has(line.rifaId));
      if (closed) return { kind: 'closed', rifaId: closed.rifaId };
      const rejection = groupTally.findRejection(request);
      if (rejection) return { kind: 'group', rejection };
      const limit = tally.findExceeded(request);
      if (limit) return { kind: 'unpaid', limit };
      const lines = linesToAllocate(request);
      const allocation = allocateOrder(lines, rifas);
      if (allocation.ok) {
        tally.add(request);
        return { kind: 'reserved', request, ...groupTally.divide(request, allocation.lines) };
      }
      if (allocation.taken) return { kind: 'taken', choice: allocation.taken };
      const quantity = quantityByRifa(lines).get(allocation.short)!;
      return { kind: 'short', rifaId: allocation.short, quantity };
    });
    const short = plans.flatMap((plan) => (plan.kind === 'short' ? [plan.rifaId] : []));
    const free = await statements.countFree(client, short);
    const repeated = plans.flatMap((plan) => (plan.kind === 'repeated' ? [plan.orderId] : []));
    const storedOrders = await statements.readStoredOrders(client, repeated);
    const reservations = plans.filter((plan) => plan.kind === 'reserved');
    await writeAndCommit(client, reservations, takenPages(rifas), rifas, now);

    return plans.map((plan): BatchResult => {
      if (plan.kind === 'repeated') return storedOrders.get(plan.orderId)!;
      if (plan.kind === 'reused') return { ok: false, code: 'KEY_REUSED' };
      if (plan.kind === 'account closed') return { ok: false, code: 'ACCOUNT_CLOSED' };
      if (plan.kind === 'closed') return { ok: false, code: 'RIFA_NOT_ACTIVE', rifaId: plan.rifaId };
      if (plan.kind === 'group') return { ok: false, code: 'GROUP_REJECTED', ...plan.rejection };
      if (plan.kind === 'unpaid') return { ok: false, code: 'UNPAID_LIMIT', ...plan.limit };
      if (plan.kind === 'taken') return { ok: false, code: 'NUMBERS_TAKEN', ...plan.choice };
      if (plan.kind === 'reserved')
        return { ok: true, order: newOrder(plan.request, now), lines: plan.lines, repeated: false };
      const { rifaId, quantity } = plan;
      const remaining = free.get(rifaId)! - rifas.get(rifaId)!.newlyTaken.length;
      if (remaining >= quantity) return 'contended';
      if (remaining <= 0) return { ok: false, code: 'SOLD_OUT', rifaId };
      return { ok: false, code: 'NOT_ENOUGH', rifaId, remaining };
    });
  }

  /** Locks more open pages until the demand of every rifa is met or all remaining pages are locked elsewhere. */
  async function lockMissingPages(
    client: pg.PoolClient,
    demand: ReadonlyMap<string, number>,
    rifas: ReadonlyMap<string, RifaNumbers>,
  ): Promise<void> {
    const exhausted = new Set<string>();
    for (;;) {
      const missing = new Map<string, number>();
      for (const [rifaId, quantity] of demand) {
        const lacking = quantity - rifas.get(rifaId)!.free;
        if (lacking > 0 && !exhausted.has(rifaId)) missing.set(rifaId, lacking);
      }
      if (missing.size === 0) return;
      const requests = pagesToAsk(missing, rifas);
      const rows = await statements.lockLowestPages(client, requests);
      addPages(rifas, rows);
      for (const { rifaId, pages } of requests)
        if (rows.filter((row) => row.rifa_id === rifaId).length < pages) exhausted.add(rifaId);
    }
  }

  function addPages(rifas: ReadonlyMap<string, RifaNumbers>, rows: readonly statements.PageRow[]): void {
    for (const row of rows) {
      const page = new NumberPage(row.page_no, row.size, row.taken);
      const before = freeOnAPage.get(row.rifa_id) ?? PAGE_SIZE;
      freeOnAPage.set(row.rifa_id, before + (page.free - before) / 4);
      rifas.get(row.rifa_id)!.addPage(page);
    }
  }

  function pagesToAsk(
    need: ReadonlyMap<string, number>,
    rifas: ReadonlyMap<string, RifaNumbers>,
  ): statements.PagesRequest[] {
    return [...need].map(([rifaId, count]) => ({
      rifaId,
      pages: Math.min(
        MAX_PAGES_PER_BATCH,
        Math.ceil(count / Math.max(1, freeOnAPage.get(rifaId) ?? PAGE_SIZE)),
      ),
      except: rifas.get(rifaId)!.pageNos,
    }));
  }

  return { run: (entries) => withConnection(pool, (client) => runIn(client, entries)) };
}

/** Cotas without a requested number, by rifa. */
function unrequested(requests: readonly ReserveRequest[]): Map<string, number> {
  const lines = requests.flatMap(linesToAllocate);
  const need = quantityByRifa(
    lines.map(({ rifaId, quantity, requestedNumbers }) => ({
      rifaId,
      quantity: Math.max(0, quantity - requestedNumbers.length),
    })),
  );
  for (const [rifaId, count] of need) if (count === 0) need.delete(rifaId);
  return need;
}

function requestedPages(
  requests: readonly ReserveRequest[],
  rifas: ReadonlyMap<string, RifaNumbers>,
): { rifaId: string; pageNo: number }[] {
  const pages = new Map<string, { rifaId: string; pageNo: number }>();
  for (const { rifaId, quantity, requestedNumbers } of requests.flatMap(linesToAllocate)) {
    const { permutation } = rifas.get(rifaId)!;
    for (const number of requestedNumbers.slice(0, quantity)) {
      if (!Number.isInteger(number) || number < 1 || number > permutation.total) continue;
      const pageNo = pageOf(permutation.positionOf(number));
      pages.set(`${rifaId} ${pageNo}`, { rifaId, pageNo });
    }
  }
  return [...pages.values()];
}

function takenPages(rifas: ReadonlyMap<string, RifaNumbers>): TakenPage[] {
  return [...rifas].flatMap(([rifaId, numbers]) =>
    pageMasks(numbers.newlyTaken).map((page) => ({ rifaId, ...page })),
  );
}

function newOrder(request: ReserveRequest, createdAt: Date) {
  return {
    id: request.orderId,
    externalReference: request.externalReference,
    status: 'pending' as const,
    totalCentavos: request.totalCentavos,
    holdExpiresAt: request.holdExpiresAt,
    createdAt,
  };
}
