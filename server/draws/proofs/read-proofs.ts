/** Proves to a buyer that each cota of an order is on the frozen list. */
import type { Kysely } from 'kysely';
import type { RifaProofs } from '@mare/contract/draws/proofs.ts';
import type { DB } from '@mare/database/schema.ts';
import { toHex } from '@mare/domain/hex.ts';
import { buyerTag, tagOfLine } from '@mare/domain/draws/sealing/sold-list.ts';
import { listClaimedGifts } from '../../orders/gifts/list-claimed-gifts.ts';
import { findReceivedGift } from '../../orders/gifts/find-received-gift.ts';
import { findOrderByReference } from '../../orders/reading/find-order.ts';
import { computeTagOpening } from '../list/compute-tag-opening.ts';
import { findIdsOnLists } from '../list/find-ids-on-lists.ts';
import { proveLines } from '../list/prove-lines.ts';
import { shortBuyerName } from '../../orders/reading/buyer-name.ts';
import { selectNumbersGoingBack } from '../../orders/returns/numbers-going-back.ts';
import { isDisputed } from '../../orders/reading/disputed-orders.ts';
import { describePayment } from '../../payments/describe-payment.ts';

export interface OrderProofs {
  buyerName: string;
  paidAt: Date | null;
  /** False once the money went back, or is about to. */
  isPaid: boolean;
  /** The order is no longer paid, and its money is still on its way back. */
  isRefundUnderWay: boolean;
  isDisputed: boolean;
  /** Of a refund that is still to be handed over. */
  cashOwedCentavos: number;
  rifas: RifaProofs[];
  /** Cotas of the order by rifa, ascending, without gifts; present even before the list is frozen. */
  numbers: ReadonlyMap<string, readonly number[]>;
  /** Those of `numbers` whose refund is under way. */
  goingBack: ReadonlyMap<string, readonly number[]>;
}

/**
 * @param reference the order's unguessable reference
 * @param range of each rifa's cotas, 0-based, end exclusive
 * @returns null when the order does not exist or was never paid
 */
export async function readProofs(
  db: Kysely<DB>,
  reference: string,
  range: { from: number; to: number },
): Promise<OrderProofs | null> {
  const order = await findOrderByReference(db, reference);
  if (!order?.paidAt) return null;
  const rifas = new Map<string, { title: string; totalNumbers: number; status: string; numbers: number[] }>();
  for (const { rifaId, title, totalNumbers, rifaStatus, numbers } of order.lines) {
    const known = rifas.get(rifaId);
    if (known) known.numbers.push(...numbers);
    else rifas.set(rifaId, { title, totalNumbers, status: rifaStatus, numbers: [...numbers] });
  }
  const proofs: RifaProofs[] = [];
  const numbersByRifa = new Map<string, number[]>();
  const isPaid = order.status === 'paid';
  const refunding = isPaid ? await selectNumbersGoingBack(db, order.id) : new Map<string, Set<number>>();
  const goingBack = new Map<string, number[]>();
  for (const [rifaId, rifa] of rifas) {
    const gifts = await listClaimedGifts(db, rifaId);
    const givenNumbers = new Set(
      gifts.filter(({ orderId }) => orderId === order.id).map(({ number }) => number),
    );
    const numbers = rifa.numbers
      .filter((number) => !givenNumbers.has(number))
      .sort((one, other) => one - other);
    numbersByRifa.set(rifaId, numbers);
    goingBack.set(
      rifaId,
      numbers.filter((number) => refunding.get(rifaId)?.has(number)),
    );
    proofs.push(await proveRifa(db, order.userId, { ...rifa, rifaId, numbers }, range));
  }
  return {
    buyerName: shortBuyerName(order.customer),
    paidAt: order.paidAt,
    isPaid,
    isRefundUnderWay: !isPaid && (await describePayment({ db }, order.id)).refundUnderWay,
    isDisputed: isDisputed(order),
    cashOwedCentavos: order.cashOwedCentavos,
    rifas: proofs,
    numbers: numbersByRifa,
    goingBack,
  };
}

export interface GiftProof {
  giver: string;
  drawRule: string;
  numbers: number[];
  rifa: RifaProofs;
}

/** Proof of the cotas of a gift for their current holder; null for other callers. */
export async function readGiftProof(
  db: Kysely<DB>,
  reference: string,
  userId: string,
): Promise<GiftProof | null> {
  const gift = await findReceivedGift(db, reference, userId);
  if (!gift) return null;
  const { giver, drawRule, ...rifa } = gift;
  return {
    giver,
    drawRule,
    numbers: rifa.numbers,
    rifa: await proveRifa(db, userId, rifa, { from: 0, to: rifa.numbers.length }),
  };
}

async function proveRifa(
  db: Kysely<DB>,
  userId: string,
  rifa: { rifaId: string; title: string; totalNumbers: number; status: string; numbers: number[] },
  { from, to }: { from: number; to: number },
): Promise<RifaProofs> {
  const { numbers, rifaId, ...shown } = rifa;
  const frozen = await findFrozen(db, rifaId);
  const common = { ...shown, rifaId, count: numbers.length };
  if (!frozen)
    return {
      ...common,
      list: null,
      seal: null,
      tag: null,
      opening: null,
      formerTags: [],
      cotas: [],
      missing: [],
    };
  const numbersOfPart = numbers.slice(from, to);
  const ids = (await findIdsOnLists(db, [userId])).get(userId)!;
  const { first, others, cotas } = await proveUnderAll(
    db,
    rifaId,
    numbersOfPart,
    ids.map((id) => computeTagOpening(frozen.tagKey, id)),
  );
  return {
    ...common,
    list: { hash: frozen.listHash, root: frozen.merkleRoot, frozenAt: frozen.frozenAt.toISOString() },
    seal: await findSeal(db, rifaId),
    ...first,
    formerTags: others,
    cotas,
    missing: numbersOfPart.filter((number) => !cotas.some((cota) => cota.number === number)),
  };
}

/**
 * Proves each number with the opening whose tag it has on the list. Cotas given between two accounts that were merged after
 * the freeze have the tags of both.
 * @returns the openings that prove any, or the first one
 */
async function proveUnderAll(
  db: Kysely<DB>,
  rifaId: string,
  numbers: readonly number[],
  openings: readonly string[],
) {
  const proved = [];
  let left = numbers;
  for (const opening of openings) {
    const tag = buyerTag(rifaId, opening);
    const cotas = await proveNumbers(db, rifaId, left, tag);
    left = left.filter((number) => !cotas.some((cota) => cota.number === number));
    proved.push({ code: { tag, opening }, cotas });
    if (left.length === 0) break;
  }
  const used = proved.filter(({ cotas }) => cotas.length > 0).map(({ code }) => code);
  const [first = proved[0]!.code, ...others] = used;
  const cotas = proved.flatMap((one) => one.cotas).sort((one, other) => one.number - other.number);
  return { first, others, cotas };
}

/** Proves the numbers listed under this tag. */
async function proveNumbers(
  db: Kysely<DB>,
  rifaId: string,
  numbers: readonly number[],
  tag: string,
): Promise<RifaProofs['cotas']> {
  const lines = await proveLines(db, rifaId, numbers, (line) => tagOfLine(line) === tag);
  return lines.map(({ number, index, line, path }) => ({
    number,
    place: index + 1,
    line,
    path: path.map(({ side, hash }) => ({ side, hash: toHex(hash) })),
  }));
}

function findFrozen(db: Kysely<DB>, rifaId: string) {
  return db
    .selectFrom('drawLists')
    .innerJoin('drawListSecrets', 'drawListSecrets.rifaId', 'drawLists.rifaId')
    .select(['listHash', 'merkleRoot', 'frozenAt', 'tagKey'])
    .where('drawLists.rifaId', '=', rifaId)
    .executeTakeFirst();
}

async function findSeal(db: Kysely<DB>, rifaId: string): Promise<RifaProofs['seal']> {
  const seal = await db
    .selectFrom('drawSeals')
    .select(['hash', 'extraction', 'extractionDate'])
    .where('rifaId', '=', rifaId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return seal ?? null;
}
