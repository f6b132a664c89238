/** The buyer's receipt: a file that proves the order's entry in the public log and, after the freeze, its cotas. */
import type { Kysely } from 'kysely';
import type { OrderReceipt } from '@mare/contract/draws/receipts.ts';
import type { DB } from '@mare/database/schema.ts';
import { tagOfLine } from '@mare/domain/draws/sealing/sold-list.ts';
import { decodeEntry } from '@mare/domain/transparency/log/log-entry.ts';
import { formatProofFile } from '@mare/domain/transparency/receipts/proof-file.ts';
import { formatReceiptFile, type ListProof } from '@mare/domain/transparency/receipts/receipt-file.ts';
import {
  buyerSalt,
  buyerText,
  parseReceipt,
  type Receipt,
} from '@mare/domain/transparency/receipts/receipt.ts';
import { identityOf } from '../../../orders/lifecycle/record-receipt.ts';
import { proveLatestEntry } from '../../../transparency/entries/prove-entry.ts';
import { findServedCheckpoint } from '../../../transparency/witnesses/find-checkpoint.ts';
import { readTrustPolicy } from '../../../transparency/witnesses/trust-policy.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findContradiction } from '../find-contradiction.ts';
import { findTagsOfOrder } from '../../list/find-tags-of-order.ts';
import { proveLines } from '../../list/prove-lines.ts';

/** Maximum cotas with their paths in one file, within the size limit of proof files. */
export const COTAS_PER_FILE = 250;

/**
 * @param userId null for a caller who knows the order's URL
 * @param part 1-based: an order of many cotas has several files
 * @returns null when there is no such order of this user, or it was never paid
 */
export async function readOrderReceipt(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  { reference, userId, part }: { reference: string; userId: string | null; part: number },
): Promise<OrderReceipt | null> {
  const { db, clock } = platform;
  const order = await db
    .selectFrom('orders')
    .leftJoin('orderReceipts as given', 'given.orderId', 'orders.id')
    .select(['orders.id', 'orders.userId', 'orders.customer', 'given.receipt', 'given.nonce'])
    .where('externalReference', '=', reference)
    .$if(userId !== null, (query) => query.where('userId', '=', userId))
    .where('paidAt', 'is not', null)
    .executeTakeFirst();
  if (!order) return null;
  const receipt = order.receipt === null ? null : parseReceipt(order.receipt);
  // Paid before the public log existed.
  if (!receipt) return { state: 'none' };
  const signed = await findServedCheckpoint(db, clock.now());
  const size = signed?.size ?? 0;
  const entry = await proveLatestEntry(db, { subjectId: order.id, kind: 'receipt', size });
  if (!signed || !entry) return { state: (await isSigned(db)) ? 'waiting' : 'unsigned' };
  const exits = await listExits(db, order.id);
  const { lists, missing } = await proveLists(db, { ...order, receipt, exits }, size, part);
  const extra = formatReceiptFile({ receipt, policy: await readTrustPolicy(platform, size), lists });
  return {
    state: 'ready',
    file: formatProofFile({
      extra: new TextEncoder().encode(extra),
      index: entry.index,
      path: entry.proof,
      checkpoint: signed.note,
    }),
    parts: Math.max(1, Math.ceil(Math.max(...receipt.rifas.map(countOf)) / COTAS_PER_FILE)),
    index: entry.index,
    signedAt: signed.signedAt.toISOString(),
    treeSize: size,
    frozenRifas: lists.map(({ frozen }) => frozen.rifaId),
    missing,
    contradiction: await findContradiction(db, { id: order.id, receipt }, entry.body),
    exits,
    identity:
      order.nonce &&
      buyerText({ ...identityOf(order.customer), salt: buyerSalt(order.nonce.toString('hex')) }),
  };
}

const countOf = ({ numbers }: Receipt['rifas'][number]) => numbers.length;

async function isSigned(db: Kysely<DB>): Promise<boolean> {
  const tree = await db
    .selectFrom('logTree')
    .select(['verifierKey', 'forkFoundAt'])
    .executeTakeFirstOrThrow();
  return tree.verifierKey !== null && tree.forkFoundAt === null;
}

interface ProvedOrder {
  id: string;
  userId: string;
  receipt: Receipt;
  exits: Awaited<ReturnType<typeof listExits>>;
}

/**
 * Paths to the list roots in the log. Leaves out lists frozen after the signed tree, and returned numbers that
 * another buyer has.
 */
async function proveLists(
  db: Kysely<DB>,
  { id: orderId, userId, receipt: { rifas }, exits }: ProvedOrder,
  size: number,
  part: number,
) {
  const lists: ListProof[] = [];
  const missing: { rifaId: string; totalNumbers: number; numbers: number[] }[] = [];
  for (const { rifaId, numbers } of rifas) {
    const entry = await proveLatestEntry(db, { subjectId: rifaId, kind: 'frozen', size });
    const frozen = entry && decodeEntry(entry.body);
    if (frozen?.kind !== 'frozen') continue;
    const numbersOfPart = numbers.slice((part - 1) * COTAS_PER_FILE, part * COTAS_PER_FILE);
    const left = numbersOfPart.filter((number) => hasLeft(exits, rifaId, number));
    const tags = left.length > 0 ? await findTagsOfOrder(db, { rifaId, orderId, userId }) : null;
    const proved = await proveLines(
      db,
      rifaId,
      numbersOfPart,
      (line) => !left.includes(Number(line.split(' ', 1)[0])) || tags!.has(tagOfLine(line)),
    );
    lists.push({
      frozen,
      index: entry!.index,
      proof: entry!.proof,
      cotas: proved.map(({ line, index, path }) => ({ line, index, proof: path.map(({ hash }) => hash) })),
    });
    const unproved = numbersOfPart.filter((number) => !proved.some((line) => line.number === number));
    if (unproved.length > 0) missing.push({ rifaId, totalNumbers: frozen.totalNumbers, numbers: unproved });
  }
  return { lists, missing };
}

/** Whether the log says that a cota left its order, also if it came back. */
function hasLeft(exits: ProvedOrder['exits'], rifaId: string, number: number): boolean {
  return exits.some(
    (exit) =>
      exit.numbers[0] === 'todas' || (exit.rifaId === rifaId && exit.numbers.includes(String(number))),
  );
}

async function listExits(db: Kysely<DB>, orderId: string) {
  const entries = await db
    .selectFrom('logEntries')
    .select(['leafIndex', 'body'])
    .where('subjectId', '=', orderId)
    .where('kind', '=', 'exit')
    .orderBy('leafIndex')
    .execute();
  return entries.flatMap(({ leafIndex, body }) => {
    const entry = decodeEntry(body);
    if (entry?.kind !== 'exit') return [];
    const { at, reason, rifaId, numbers } = entry;
    return [{ index: leafIndex, at, reason, rifaId, numbers }];
  });
}
