/** Compares what buyers, recipients of gifts, affiliate and team see of disputed orders with the provider's payments. */
import { sql } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { buyerTag } from '@mare/domain/draws/sealing/sold-list.ts';
import { exportFilters } from '../admin/exports/export-filters.ts';
import { exportList } from '../admin/exports/export-lists.ts';
import { readFinance } from '../admin/finance/read-finance.ts';
import { computeTagOpening } from '../draws/list/compute-tag-opening.ts';
import { readStoredList } from '../draws/list/read-list.ts';
import { isBalanced, readLedger } from '../ledger/read-ledger.ts';
import { checkNumberCounts } from '../orders/orders.testing.ts';
import type { DisputeShop } from './dispute-shop.testing.ts';
import type { DisputedOrder, DisputeHistory } from './dispute-steps.testing.ts';

export type OrderTruth = Awaited<ReturnType<typeof readTruth>>[number];

const COMMISSION_PERCENT = 5;

/** Each order as its payment at the provider and its stored lines and gifts say. */
export async function readTruth(shop: DisputeShop, { orders }: DisputeHistory) {
  const { rows } = await sql<{
    id: string;
    state: string;
    detail: string;
    amount: string;
    refunded: string;
    status: string;
    total: string;
    lines: { rifaId: string; rifaStatus: string; numbers: number[] }[];
    gifts: { rifaId: string; number: number; recipientId: string; endedAt: string | null }[];
    openRefunds: number;
  }>`
    select orders.id, payment.status as state, payment.status_detail as detail, payment.amount::text,
      payment.refunded::text, orders.status, orders.total_amount::text as total,
      (select coalesce(json_agg(json_build_object('rifaId', rifa_id, 'rifaStatus', rifas.status,
          'numbers', selected_numbers) order by line_no), '[]')
        from order_items join rifas on rifas.id = rifa_id where order_id = orders.id) as lines,
      (select coalesce(json_agg(json_build_object('rifaId', rifa_id, 'number', number, 'recipientId', recipient_id,
          'endedAt', cancelled_at)), '[]')
        from cota_gifts where order_id = orders.id and claimed_at is not null) as gifts,
      (select count(*)::integer from refunds where payment_id = payment.id::text
        and refunds.state not in ('done', 'rejected')) as open_refunds
    from orders join sandbox.payments payment on payment.external_reference = orders.external_reference
    where orders.id = any(${orders.map(({ id }) => id)}::uuid[])`.execute(shop.db);
  return orders.map((order) => {
    const row = rows.find(({ id }) => id === order.id)!;
    const amountCentavos = centavosFromNumeric(row.amount);
    const refundedCentavos = centavosFromNumeric(row.refunded);
    const isDisputed =
      row.state === 'in_mediation' || (row.state === 'charged_back' && row.detail !== 'settled');
    return {
      ...order,
      status: row.status,
      isLost: row.state === 'charged_back' && row.detail === 'settled',
      isDisputed,
      isRefunded: row.state === 'refunded',
      amountCentavos,
      refundedCentavos,
      hasOpenRefund: row.openRefunds > 0,
      lines: row.lines,
      gifts: row.gifts,
    };
  });
}

/** @returns contradictions between the views */
export async function findContradictions(shop: DisputeShop, history: DisputeHistory): Promise<string[]> {
  const truths = await readTruth(shop, history);
  const faults: string[] = [];
  const inReview = new Set(
    (await shop.admin.admin.paymentsToReview()).flatMap(({ kind, externalReference }) =>
      kind === 'disputed' ? (externalReference ?? []) : [],
    ),
  );
  for (const truth of truths) faults.push(...(await findFaultsOfOrder(shop, history, truth, inReview)));
  faults.push(...(await findFaultsOfHolders(shop, history, truths)));
  faults.push(...(await findFaultsOfGroups(shop, truths)));
  faults.push(...(await findFaultsOfGiftNotices(shop, history, truths)));
  faults.push(...(await findFaultsOfFinance(shop, truths)));
  faults.push(...(await findFaultsOfExport(shop, truths)));
  faults.push(...(await findFaultsOfMoney(shop, history, truths)));
  for (const rifaId of history.rifas)
    await checkNumberCounts(shop.db, rifaId).catch((error: Error) => faults.push(`rifa: ${error.message}`));
  return faults;
}

function differences(about: string, expected: object, found: object): string[] {
  return Object.entries(expected).flatMap(([key, value]) => {
    const other = (found as Record<string, unknown>)[key];
    return JSON.stringify(value) === JSON.stringify(other)
      ? []
      : [`${about}: ${key} is ${JSON.stringify(other)}, not ${JSON.stringify(value)}`];
  });
}

async function findFaultsOfOrder(
  shop: DisputeShop,
  { orders }: DisputeHistory,
  truth: OrderTruth,
  /** References of the disputed orders that the panel lists for review. */
  inReview: ReadonlySet<string>,
): Promise<string[]> {
  const name = `order ${orders.findIndex(({ id }) => id === truth.id)}`;
  const { status, refundedCentavos, amountCentavos } = truth;
  const faults: string[] = [];
  if (truth.isLost && status !== 'charged_back') faults.push(`${name} is lost and ${status}`);
  if (truth.isRefunded && status !== 'refunded' && status !== 'charged_back')
    faults.push(`${name} is refunded and ${status}`);
  if (!truth.isLost && !truth.isRefunded && status === 'refunded')
    faults.push(`${name} is refunded without a refund`);
  const isDisputed = truth.isDisputed && status === 'paid';
  const shown = { status, isDisputed, returnedCentavos: refundedCentavos };
  const byReference = { externalReference: truth.reference };
  const own = shop.clientOf(truth.userId);
  const [page, ownPage, detail, mine, found] = await Promise.all([
    shop.clientOf(null).orders.page(byReference),
    own.orders.page(byReference),
    own.orders.detail({ id: truth.id }),
    own.orders.mine({}),
    shop.admin.admin.orders.find({ id: truth.id }),
  ]);
  faults.push(...differences(`${name}, public page`, shown, page));
  faults.push(...differences(`${name}, own page`, shown, ownPage));
  faults.push(...differences(`${name}, detail`, shown, detail));
  faults.push(...differences(`${name}, list of own orders`, shown, mine.orders[0]!));
  if (isDisputed && ownPage.withdrawal) faults.push(`${name} offers a withdrawal of a disputed payment`);
  const isGoingBack = truth.hasOpenRefund && !truth.isLost;
  if (ownPage.refundUnderWay !== isGoingBack)
    faults.push(`${name} says a refund is under way: ${ownPage.refundUnderWay}`);
  const kept = status === 'charged_back' && truth.isLost ? 0 : amountCentavos - refundedCentavos;
  faults.push(
    ...differences(
      `${name}, panel`,
      {
        status,
        isDisputed,
        returnedCentavos: refundedCentavos,
        chargedBackCentavos: truth.isLost ? amountCentavos - refundedCentavos : 0,
      },
      found,
    ),
  );
  const received = (found.ledger ?? []).filter(
    ({ account, kind }) => account === 'mp_receivable' && kind !== 'fee',
  );
  const balance = received.reduce((sum, { centavos }) => sum + centavos, 0);
  if (balance !== kept) faults.push(`${name}: the ledger holds ${balance}, the provider ${kept}`);
  const row = (await shop.admin.admin.orders.list({ ids: truth.id })).rows[0]!;
  faults.push(
    ...differences(`${name}, list of the panel`, { status, isDisputed, needsReview: found.needsReview }, row),
  );
  const isInReview = inReview.has(truth.reference);
  if (isInReview !== truth.isDisputed) faults.push(`${name} is ${isInReview ? '' : 'not '}to be reviewed`);
  if (found.needsReview !== isInReview) faults.push(`${name}: needsReview is ${found.needsReview}`);
  const cotas = truth.lines.reduce((sum, { numbers }) => sum + numbers.length, 0);
  if (status === 'paid' && row.quantity > cotas)
    faults.push(`${name}: ${row.quantity} cotas in the list, ${cotas} held`);
  const givenAway = status === 'paid' ? truth.gifts.filter(({ endedAt }) => endedAt === null).length : 0;
  if (detail.givenAway !== givenAway)
    faults.push(`${name}: ${detail.givenAway} given away, not ${givenAway}`);
  return faults;
}

/** Compares the holdings of each person with paid orders and gifts, with the frozen lists and with the prizes. */
async function findFaultsOfHolders(
  shop: DisputeShop,
  { rifas, orders, gifts }: DisputeHistory,
  truths: readonly OrderTruth[],
): Promise<string[]> {
  const faults: string[] = [];
  const people = new Set([
    ...orders.map(({ userId }) => userId),
    ...gifts.map(({ recipientId }) => recipientId),
  ]);
  for (const rifaId of rifas) {
    const list = await readListed(shop, rifaId, [...people]);
    const winners = await shop.winners(rifaId);
    for (const userId of people) {
      const { holdings } = await shop.clientOf(userId).orders.holdings({ page: 1, rifaId });
      const [holding] = holdings;
      const expected = heldBy(truths, rifaId, userId);
      const about = `holdings of ${describePerson(orders, gifts, userId)} in rifa ${rifas.indexOf(rifaId)}`;
      const found = new Set(holding?.numbers);
      const sealedToo = new Set(list?.get(userId));
      for (const number of expected) if (!found.has(number)) faults.push(`${about} lack ${number}`);
      for (const number of found)
        if (!expected.has(number) && !sealedToo.has(number)) faults.push(`${about} have ${number}`);
      if (!list) continue;
      const isOut = [...found].filter((number) => !sealedToo.has(number)).length;
      if ((holding?.leftOut ?? 0) !== isOut)
        faults.push(`${about}: ${holding?.leftOut} left out, not ${isOut}`);
      const paid = new Set(
        truths.flatMap(({ status, lines }) =>
          status === 'paid' ? lines.flatMap((each) => (each.rifaId === rifaId ? each.numbers : [])) : [],
        ),
      );
      for (const number of sealedToo)
        if (paid.has(number) && !found.has(number))
          faults.push(`${about} lack ${number}, which the list gives them`);
      if (winners.length === 0) continue;
      const won = (await shop.clientOf(userId).draws.myPrizes()).filter((prize) => prize.rifaId === rifaId);
      const expectedPrizes = winners.filter(
        ({ winnerNumber }) => winnerNumber !== null && sealedToo.has(winnerNumber),
      );
      if (won.length !== expectedPrizes.length)
        faults.push(`${about}: ${won.length} prizes, not ${expectedPrizes.length}`);
      for (const { number, own } of holding?.drawn ?? [])
        if (own !== sealedToo.has(number))
          faults.push(`${about}: the drawn ${number} is ${own ? 'own' : 'of another'}`);
      for (const truth of truths.filter((each) => each.userId === userId)) {
        const detail = await shop.clientOf(userId).orders.detail({ id: truth.id });
        for (const prize of detail.won)
          if (prize.rifaId === rifaId && prize.isBuyers !== sealedToo.has(prize.number))
            faults.push(
              `${about}: the prize of ${prize.number} is ${prize.isBuyers ? '' : 'not '}the buyer's`,
            );
      }
      for (const prize of won) {
        const { orderId } = winners.find(({ id }) => id === prize.winnerId)!;
        const order = truths.find(({ id }) => id === orderId);
        const isHeld = order !== undefined && (order.status !== 'paid' || order.isDisputed);
        if (prize.isOnHold !== isHeld)
          faults.push(`${about}: the prize of ${prize.number} is on hold: ${prize.isOnHold}`);
      }
    }
  }
  return faults;
}

function describePerson(
  orders: readonly DisputedOrder[],
  gifts: DisputeHistory['gifts'],
  userId: string,
): string {
  const order = orders.findIndex((each) => each.userId === userId);
  return order === -1
    ? `recipient ${gifts.findIndex(({ recipientId }) => recipientId === userId)}`
    : `buyer ${order}`;
}

function heldBy(truths: readonly OrderTruth[], rifaId: string, userId: string): Set<number> {
  const held = new Set<number>();
  for (const truth of truths) {
    if (truth.status !== 'paid') continue;
    const given = truth.gifts.filter((gift) => gift.rifaId === rifaId && gift.endedAt === null);
    const numbers = truth.lines.flatMap((each) => (each.rifaId === rifaId ? each.numbers : []));
    if (truth.userId === userId)
      for (const number of numbers) if (!given.some((gift) => gift.number === number)) held.add(number);
    for (const gift of given) if (gift.recipientId === userId) held.add(gift.number);
  }
  return held;
}

const sumOf = (truths: readonly OrderTruth[], centavosOf: (truth: OrderTruth) => number) =>
  truths.reduce((sum, truth) => sum + centavosOf(truth), 0);
const lostOf = ({ isLost, amountCentavos, refundedCentavos }: OrderTruth) =>
  isLost ? amountCentavos - refundedCentavos : 0;

/** The draws move the clock to 2030. */
const ALL_DAYS = { from: '2025-01-01', to: '2031-12-31' };

async function findFaultsOfFinance({ db }: DisputeShop, truths: readonly OrderTruth[]): Promise<string[]> {
  const { total } = await readFinance(db, ALL_DAYS);
  const expected = {
    sales: sumOf(truths, ({ amountCentavos }) => amountCentavos),
    refunds: sumOf(truths, ({ refundedCentavos }) => refundedCentavos),
    chargebacks: sumOf(truths, lostOf),
  };
  return differences('finance', expected, total);
}

/** The file of orders has a row for each rifa of an order. */
async function findFaultsOfExport({ db }: DisputeShop, truths: readonly OrderTruth[]): Promise<string[]> {
  let text = '';
  for await (const part of exportList(db, 'pedidos', exportFilters.pedidos.parse({}))) text += part;
  const [head, ...rows] = text
    .replace('\uFEFF', '')
    .trim()
    .split(/\r?\n/)
    .map((row) => row.split(';'));
  const faults: string[] = [];
  for (const [index, truth] of truths.entries()) {
    const ofOrder = rows.filter((row) => row.includes(truth.reference));
    const centavosOf = (column: string) =>
      ofOrder.reduce(
        (sum, row) => sum + Math.round(Number(row[head!.indexOf(column)]!.replace(',', '.')) * 100),
        0,
      );
    const found = {
      paid: centavosOf('Valor pago'),
      returned: centavosOf('Devolvido'),
      lost: centavosOf('Contestações perdidas'),
    };
    const expected = { paid: truth.amountCentavos, returned: truth.refundedCentavos, lost: lostOf(truth) };
    faults.push(...differences(`export of order ${index}`, expected, found));
  }
  return faults;
}

/** The last notice that a recipient got about the gifts of an order says whether they are valid. */
async function findFaultsOfGiftNotices(
  { db }: DisputeShop,
  { gifts }: DisputeHistory,
  truths: readonly OrderTruth[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const [index, { recipientId, order }] of gifts.entries()) {
    const claimed = truths.flatMap((truth) =>
      truth.id === order.id ? truth.gifts.filter((gift) => gift.recipientId === recipientId) : [],
    );
    if (claimed.length === 0) continue;
    const last = await db
      .selectFrom('notifications')
      .select('title')
      .where('userId', '=', recipientId)
      .where('title', 'like', 'Um presente %')
      .orderBy('createdAt', 'desc')
      .executeTakeFirst();
    const isValid = claimed.some(({ endedAt }) => endedAt === null);
    if (
      isValid ? last?.title === 'Um presente deixou de valer' : last?.title !== 'Um presente deixou de valer'
    )
      faults.push(`recipient ${index} was last told: ${last?.title}`);
  }
  return faults;
}

/** Numbers of each person on the frozen list; null before the freeze. */
async function readListed(
  { db }: DisputeShop,
  rifaId: string,
  people: readonly string[],
): Promise<Map<string, Set<number>> | null> {
  const secret = await db
    .selectFrom('drawListSecrets')
    .select('tagKey')
    .where('rifaId', '=', rifaId)
    .executeTakeFirst();
  if (!secret) return null;
  const list = (await readStoredList(db, rifaId))!;
  const tags = new Map(
    people.map((userId) => [buyerTag(rifaId, computeTagOpening(secret.tagKey, userId)), userId]),
  );
  const listed = new Map(people.map((userId) => [userId, new Set<number>()]));
  for (let index = 0; index < list.numbers.count; index++)
    listed.get(tags.get(list.tagAt(index)) ?? '')?.add(list.numbers.at(index));
  return listed;
}

async function findFaultsOfGroups(shop: DisputeShop, truths: readonly OrderTruth[]): Promise<string[]> {
  const faults: string[] = [];
  for (const truth of truths) {
    if (truth.token === null) continue;
    const { token } = truth;
    const { parts, disputedOthers } = await shop.clientOf(truth.userId).orders.group({ token });
    const part = parts.find(({ externalReference }) => externalReference === truth.reference);
    const expected = truth.status === 'paid' ? 'paid' : 'returned';
    if (part && part.state !== expected) faults.push(`a part is ${part.state}, not ${expected}`);
    const isDisputed = truth.status === 'paid' && truth.isDisputed;
    if (part && part.isDisputed !== isDisputed) faults.push(`the own part is disputed: ${part.isDisputed}`);
    const disputed = truths.filter(
      (each) => each.token === token && each.id !== truth.id && each.status === 'paid' && each.isDisputed,
    );
    const expectedOthers = truth.status === 'paid' ? disputed.length : 0;
    if (disputedOthers !== expectedOthers)
      faults.push(`a friend reads of ${disputedOthers} disputed parts, not of ${expectedOthers}`);
    const visited = await shop.clientOf(null).orders.group({ token });
    if (visited.disputedOthers > 0 || visited.parts.some((each) => each.isDisputed))
      faults.push('a visitor reads of a dispute');
  }
  return faults;
}

async function findFaultsOfMoney(
  shop: DisputeShop,
  { affiliate }: DisputeHistory,
  truths: readonly OrderTruth[],
): Promise<string[]> {
  const ledger = await readLedger(shop.db);
  const faults = isBalanced(ledger) ? [] : [`the ledger: ${JSON.stringify(ledger)}`];
  const due = truths
    .filter(({ status }) => status === 'paid')
    .reduce(
      (sum, { amountCentavos, refundedCentavos }) =>
        sum + Math.floor(((amountCentavos - refundedCentavos) * COMMISSION_PERCENT) / 100),
      0,
    );
  const { panel } = await shop.clientOf(affiliate.userId).affiliates.panel();
  const { pendingCentavos, confirmedCentavos } = panel!;
  const { rows } = await sql<{ owed: number; paidOut: number }>`
    select coalesce(-sum(amount) * 100, 0)::integer as owed,
      (select coalesce(sum(amount) * 100, 0)::integer from payouts
        where affiliate_id = ${affiliate.id} and status = 'paid') as paid_out
    from ledger_entries where account = ${`affiliates_payable:${affiliate.id}`}`.execute(shop.db);
  const { owed, paidOut } = rows[0]!;
  if (owed + paidOut !== due) faults.push(`commissions: ${owed} owed and ${paidOut} paid, ${due} due`);
  if (pendingCentavos !== owed) faults.push(`affiliate: ${pendingCentavos} pending, ${owed} owed`);
  if (confirmedCentavos !== paidOut)
    faults.push(`affiliate: ${confirmedCentavos} confirmed, ${paidOut} paid`);
  return faults;
}
