/** Reads the full payment history of an order, for the admin who reviews it. */
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { PaymentHistory } from '@mare/contract/payments/payments.ts';
import { OPEN_APPROVAL_STATES } from '@mare/domain/approvals/two-person-rule.ts';
import { CASH } from '@mare/domain/payments/ledger.ts';
import { decideReturn } from '@mare/domain/orders/returns/decide-return.ts';
import { isDisputed } from '../../orders/reading/disputed-orders.ts';
import { readOrderGroup } from '../../orders/group-purchases/read-order-group.ts';
import { readPaidLines } from '../../orders/returns/returned-cotas.ts';
import { previewOf } from '../refunds/preview-refund.ts';
import { readRefundableCentavos } from '../refunds/read-returned-money.ts';
import { refundedOf, splitRefund } from '../refunds/return-cotas.ts';
import type { DB } from '@mare/database/schema.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';

/** @param search an order's reference or a payment's id */
export async function readPaymentHistory(db: Kysely<DB>, search: string): Promise<PaymentHistory | null> {
  const order = await db
    .selectFrom('orders')
    .leftJoin('affiliates', 'affiliates.id', 'orders.affiliateId')
    .select(['orders.id', 'orders.externalReference', 'orders.status', 'orders.disputedAt'])
    .select(['orders.totalAmount', 'orders.customer', 'affiliates.affiliateCode'])
    .where((eb) =>
      eb.or([
        eb('orders.externalReference', '=', search),
        eb(
          'orders.id',
          'in',
          eb.selectFrom('providerPayments').select('orderId').where('paymentId', '=', search),
        ),
      ]),
    )
    .executeTakeFirst();
  if (!order) return null;
  const [events, attempts, payments] = await Promise.all([
    findEvents(db, order.id),
    findAttempts(db, order.id),
    findPayments(db, order.id),
  ]);
  const refunds = await findRefunds(db, order.id);
  const refundableCentavos = await readRefundableCentavos(db, order.id);
  const customer = order.customer as { name?: string; email?: string };
  return {
    orderId: order.id,
    externalReference: order.externalReference,
    status: order.status as PaymentHistory['status'],
    isDisputed: isDisputed({ ...order, status: order.status as PaymentHistory['status'] }),
    totalCentavos: centavosFromNumeric(order.totalAmount),
    buyer: { name: customer.name ?? '', email: customer.email ?? '' },
    refundableCentavos,
    ...(await readReturnable(db, order, refundableCentavos)),
    sealedRequest: await findSealedRequest(db, order.id),
    group: await readOrderGroup(db, order.id),
    affiliateCode: order.affiliateCode,
    wins: await findWins(db, order.id),
    events,
    attempts,
    payments,
    refunds,
  };
}

/** Each rifa with the amount for its cotas alone; `centavos` is the amount for all of them. */
async function readReturnable(
  db: Kysely<DB>,
  { id, status }: { id: string; status: string },
  refundableCentavos: number,
): Promise<Pick<PaymentHistory, 'returnable' | 'gifted'>> {
  if (status !== 'paid') return { returnable: { centavos: 0, returned: [], kept: [] }, gifted: [] };
  const lines = await readPaidLines(db, id);
  const rifaIds = lines.map(({ rifaId }) => rifaId);
  const decision = decideReturn(lines, { kind: 'admin', rifaIds });
  const giftedByRifa = new Map<string, number>();
  for (const { lineNo, rifaId, numbers } of decision.returned) {
    const { givenNumbers } = lines.find((line) => line.lineNo === lineNo)!;
    const quantity = numbers.filter((number) => givenNumbers.includes(number)).length;
    if (quantity > 0) giftedByRifa.set(rifaId, (giftedByRifa.get(rifaId) ?? 0) + quantity);
  }
  const preview = await previewOf(db, decision, refundableCentavos);
  const returned = preview.returned.map((cotas) => {
    const ofRifa = decideReturn(lines, { kind: 'admin', rifaIds: [cotas.rifaId] });
    return { ...cotas, centavos: refundedOf(splitRefund(ofRifa, refundableCentavos)) };
  });
  return {
    returnable: { ...preview, returned },
    gifted: [...giftedByRifa].map(([rifaId, quantity]) => ({ rifaId, quantity })),
  };
}

async function findSealedRequest(db: Kysely<DB>, orderId: string): Promise<PaymentHistory['sealedRequest']> {
  const request = await db
    .selectFrom('approvals')
    .innerJoin('rifas', 'rifas.id', 'approvals.rifaId')
    .select(['rifas.title', 'approvals.requestedAt', 'approvals.effectiveAt', 'approvals.state'])
    .where('approvals.kind', '=', 'REFUND_SEALED')
    .where('approvals.subjectId', '=', orderId)
    .where('approvals.state', 'in', OPEN_APPROVAL_STATES)
    .executeTakeFirst();
  return request
    ? {
        title: request.title,
        requestedAt: request.requestedAt.toISOString(),
        isApproved: request.state === 'approved',
        effectiveAt: request.effectiveAt.toISOString(),
      }
    : null;
}

async function findWins(db: Kysely<DB>, orderId: string): Promise<PaymentHistory['wins']> {
  return db
    .selectFrom('rifaWinners as winner')
    .innerJoin('rifas', 'rifas.id', 'winner.rifaId')
    .select(['rifas.title', 'rifas.totalNumbers'])
    .select(['winner.winnerPosition as position', 'winner.winnerNumber as number'])
    .where('winner.orderId', '=', orderId)
    .orderBy('winner.winnerPosition')
    .execute();
}

async function findEvents(db: Kysely<DB>, orderId: string): Promise<PaymentHistory['events']> {
  const rows = await db
    .selectFrom('orderEvents')
    .select(['kind', 'source', 'data', 'createdAt'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute();
  const read = rows.map((row) => ({ ...row, data: eventData.parse(row.data) }));
  const names = await readTeamNames(
    db,
    rows.map(({ source }) => source),
  );
  const rifaIds = read.flatMap(({ data }) => data.cotas?.map(({ rifaId }) => rifaId) ?? []);
  const titles = await readTitles(db, rifaIds);
  return read.map(({ kind, source, data: { note, cotas }, createdAt }) => ({
    kind,
    source,
    by: names.get(source) ?? null,
    note:
      note ?? cotas?.map((line) => `${line.numbers.length} de ${titles.get(line.rifaId)}`).join(', ') ?? null,
    at: createdAt.toISOString(),
  }));
}

const eventData = z.object({
  note: z.string().optional().catch(undefined),
  /** Cotas that were returned. */
  cotas: z
    .array(z.object({ rifaId: z.uuid(), numbers: z.array(z.unknown()) }))
    .optional()
    .catch(undefined),
});

const ADMIN = 'admin:';
const ofTeam = z.templateLiteral([ADMIN, z.uuid()]).transform((source) => source.slice(ADMIN.length));

/** Names of the team members in the sources of events. */
async function readTeamNames(db: Kysely<DB>, sources: string[]): Promise<Map<string, string>> {
  const ids = sources.flatMap((source) => ofTeam.safeParse(source).data ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('profiles').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap(({ id, name }) => (name ? [[`${ADMIN}${id}`, name]] : [])));
}

async function readTitles(db: Kysely<DB>, rifaIds: string[]): Promise<Map<string, string>> {
  if (rifaIds.length === 0) return new Map();
  const rows = await db.selectFrom('rifas').select(['id', 'title']).where('id', 'in', rifaIds).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

async function findAttempts(db: Kysely<DB>, orderId: string): Promise<PaymentHistory['attempts']> {
  const rows = await db
    .selectFrom('paymentAttempts')
    .select(['kind', 'state', 'createdAt'])
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .execute();
  return rows.map((row) => ({
    state: row.state,
    kind: row.kind === 'pix' ? 'pix' : 'hosted',
    createdAt: row.createdAt.toISOString(),
  }));
}

async function findPayments(db: Kysely<DB>, orderId: string): Promise<PaymentHistory['payments']> {
  const rows = await db
    .selectFrom('providerPayments')
    .select(['provider', 'method', 'paymentId', 'state', 'rawDetail', 'disposition'])
    .select(['amount', 'refunded', 'createdAt'])
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .execute();
  return rows.map(({ rawDetail, amount, refunded, createdAt, ...payment }) => ({
    ...payment,
    detail: rawDetail,
    amountCentavos: centavosFromNumeric(amount),
    refundedCentavos: centavosFromNumeric(refunded),
    seenAt: createdAt.toISOString(),
  }));
}

async function findRefunds(db: Kysely<DB>, orderId: string): Promise<PaymentHistory['refunds']> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('providerPayments', (join) =>
      join
        .onRef('providerPayments.provider', '=', 'refunds.provider')
        .onRef('providerPayments.paymentId', '=', 'refunds.paymentId'),
    )
    .select(['refunds.id', 'refunds.provider', 'refunds.handOversUndone', 'refunds.owedAgainSince'])
    .select(['refunds.paymentId', 'refunds.amount', 'refunds.reason', 'refunds.state', 'refunds.createdAt'])
    .select('refunds.reviewedAt')
    .where('providerPayments.orderId', '=', orderId)
    .orderBy('refunds.createdAt')
    .execute();
  return rows.map(
    ({ amount, createdAt, provider, handOversUndone, owedAgainSince, reviewedAt, ...refund }) => ({
      ...refund,
      handOvers:
        provider === CASH && refund.state === 'done' ? handOversUndone + (owedAgainSince ? 0 : 1) : 0,
      isOwedAgain: owedAgainSince !== null,
      isNotReturned: refund.state === 'rejected' && reviewedAt !== null,
      amountCentavos: centavosFromNumeric(amount),
      createdAt: createdAt.toISOString(),
    }),
  );
}
