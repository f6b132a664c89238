/** Lists what needs an admin's decision, oldest first, with instructions. */
import { sql } from 'kysely';
import type { ReviewKind, ReviewSubject } from '@mare/contract/payments/payments.ts';
import { CASH } from '@mare/domain/payments/ledger.ts';
import { providerLabel } from '@mare/domain/payments/provider-labels.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { readProviderCalls } from '../monitoring/provider-metrics.ts';
import { CANCELLABLE_REASONS } from '../cash/cancel-cash-refund.ts';
import { describeUndone } from '../cash/describe-undone.ts';
import type { PaymentsContext } from '../payments-context.ts';
import type { RefundReason } from '../refunds/request-refund.ts';
import { refundNeedsPerson } from './refund-needs-person.ts';

export interface PaymentInReview {
  kind: ReviewKind;
  since: Date;
  externalReference: string | null;
  /** As in the order; null without one. */
  buyerName: string | null;
  paymentId: string | null;
  amountCentavos: number | null;
  /** A requested cash refund before its hand-over: the cotas are still in the order. */
  isCancellable: boolean;
  /** Instruction for the admin, in Portuguese. */
  advice: string;
  /** Subject for `resolveReview`; null if the entry resolves itself. */
  subject: ReviewSubject | null;
}

const NOT_RETURNED = 'Se o dinheiro não vai ser devolvido, marque como não devolvido.';

const ADVICE: Record<ReviewKind, string> = {
  amount_mismatch:
    'O valor pago difere do pedido e está sendo devolvido. Avise o comprador e marque como resolvido.',
  amount_changed: 'O provedor mudou o valor de um pagamento já registrado. Compare com o painel do provedor.',
  regression: 'O provedor disse que um pagamento recebido deixou de existir. Confira no painel do provedor.',
  payment_void: 'O pagamento apareceu já devolvido. Confira se o comprador recebeu o dinheiro de volta.',
  wrong_receiver:
    'O dinheiro foi para uma conta que não é a da loja, e o pedido não foi pago. Confira a chave Pix configurada e fale com o comprador.',
  disputed:
    'O comprador contestou o pagamento. Responda à contestação no painel do provedor; até a decisão, os números não entram na lista de um sorteio que feche, e nenhum prêmio deles é entregue.',
  chargeback_reimbursed:
    'A contestação terminou com dinheiro devolvido aos dois lados. Decida se o pedido continua valendo.',
  unknown_status: 'O provedor usou um estado que o sistema não conhece. Confira no painel do provedor.',
  foreign_payment:
    'Dinheiro de uma venda que não é deste site, na mesma conta. Nada foi alterado; confira de onde veio.',
  refund_waiting_funds:
    'Falta saldo no provedor para devolver. Deposite: o reembolso será tentado de novo automaticamente.',
  refund_refused: `O provedor recusou a devolução, e as cotas ainda são do comprador. Devolva por outro meio e anote: só então a devolução está feita e as cotas saem do pedido. ${NOT_RETURNED}`,
  cash_to_return:
    'Este pedido foi uma venda em mãos. Entregue o valor em dinheiro, peça um recibo assinado e anote quem recebeu e quando: só então a devolução está feita.',
  refund_unanswered:
    'A devolução não tem resposta há mais de uma hora. Confira no painel do provedor antes de devolver por outro meio.',
  charge_unanswered: 'A cobrança não tem resposta há mais de 10 minutos. Confira se o provedor está no ar.',
  webhook_dead:
    'Um aviso do provedor não pôde ser lido em várias horas. Confira o pagamento no painel do provedor.',
  provider_fails:
    'Quem pagou agora só vê a confirmação quando ele responder, e códigos Pix novos não saem. Nada se perde: pagamentos, cobranças e reembolsos seguem sozinhos depois. Confira a página de estado do provedor; se ele está no ar, chame quem cuida do sistema.',
};

/** Advice for a rejected refund of a payment that settled no order. */
const REJECTED_UNSETTLED = `O provedor recusou a devolução de um pagamento que não valeu para o pedido: chegou tarde, em dobro ou com outro valor. Nenhuma cota depende dela. Devolva por outro meio e anote: só então a devolução está feita. ${NOT_RETURNED}`;

/** Advice for a rejected refund that takes no cotas from the order. */
const REJECTED_WITHOUT_COTAS = `O provedor recusou a devolução, que não tira cotas do pedido. Devolva por outro meio e anote: só então a devolução está feita. ${NOT_RETURNED}`;

const UNSETTLED_REASONS: readonly string[] = ['late', 'duplicate', 'mismatch'] satisfies RefundReason[];

const LISTED = 100;
const UNANSWERED_CHARGE_MS = 10 * 60_000;

export async function listPaymentsToReview({
  db,
  clock,
}: Pick<PaymentsContext, 'db' | 'clock'>): Promise<PaymentInReview[]> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  const found = await Promise.all([
    reviewedOrders(db),
    foreignPayments(db),
    stuckRefunds(db, clock.now()),
    unansweredCharges(db, before(UNANSWERED_CHARGE_MS)),
    deadWebhooks(db),
    failingProviders({ db, clock }),
  ]);
  return found
    .flat()
    .map(({ detail, instruction, ...item }) => ({
      ...item,
      advice: [detail, instruction ?? ADVICE[item.kind]].filter(Boolean).join(' '),
    }))
    .sort((a, b) => a.since.getTime() - b.since.getTime());
}

/** Advice for cash that is owed again, in case the buyer does not accept it. */
const OWED_AGAIN =
  'As cotas já saíram deste pedido e não voltam. Se a pessoa quer ficar com cotas, anote a entrega e venda de novo em dinheiro, pelo mesmo valor: o caixa fica igual.';

interface Found extends Omit<PaymentInReview, 'advice'> {
  /** Text before the instruction. */
  detail?: string;
  /** Replaces the instruction of the kind. */
  instruction?: string;
}
const nothing = {
  isCancellable: false,
  externalReference: null,
  buyerName: null,
  paymentId: null,
  amountCentavos: null,
  subject: null,
};

async function reviewedOrders(db: Database): Promise<Found[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'externalReference', 'customer', 'reviewReason', 'totalAmount'])
    .select((eb) => eb.fn.coalesce('reviewSince', 'disputedAt', 'updatedAt').as('since'))
    .where('reviewReason', 'is not', null)
    .orderBy('since')
    .limit(LISTED)
    .execute();
  return rows.map((row) => ({
    ...nothing,
    ...reviewOf(row.id, row.reviewReason!),
    since: row.since,
    externalReference: row.externalReference,
    buyerName: nameOf(row.customer),
    amountCentavos: centavosFromNumeric(row.totalAmount),
  }));
}

function reviewOf(id: string, reason: string) {
  const kind = kindOf(reason);
  return { kind, subject: { type: 'order' as const, id, kind } };
}

/** A review reason may end with a colon and a detail. */
export function kindOf(reviewReason: string): ReviewKind {
  const name = reviewReason.split(':')[0]!;
  return Object.hasOwn(ADVICE, name) ? (name as ReviewKind) : 'unknown_status';
}

async function foreignPayments(db: Database): Promise<Found[]> {
  const rows = await db
    .selectFrom('providerPayments')
    .select(['paymentId', 'amount', 'createdAt'])
    .where('disposition', '=', 'orphan')
    .where('state', 'in', ['approved', 'disputed'])
    .where('reviewedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(LISTED)
    .execute();
  return rows.map((row) => ({
    ...nothing,
    kind: 'foreign_payment',
    since: row.createdAt,
    paymentId: row.paymentId,
    amountCentavos: centavosFromNumeric(row.amount),
    subject: { type: 'payment' as const, id: row.paymentId },
  }));
}

async function stuckRefunds(db: Database, now: Date): Promise<Found[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('providerPayments', (join) =>
      join
        .onRef('providerPayments.provider', '=', 'refunds.provider')
        .onRef('providerPayments.paymentId', '=', 'refunds.paymentId'),
    )
    .select([
      'refunds.provider',
      'refunds.id',
      'refunds.state',
      'refunds.amount',
      'refunds.createdAt',
      'refunds.paymentId',
      'refunds.reviewNote',
      'refunds.owedAgainSince',
      'refunds.reason',
    ])
    .select(takesCotas.as('takesCotas'))
    .leftJoin('orders', 'orders.id', 'providerPayments.orderId')
    .select(['orders.externalReference', 'orders.customer'])
    .where(refundNeedsPerson('refunds', now))
    .orderBy('refunds.createdAt')
    .limit(LISTED)
    .execute();
  const undone = await describeUndone(
    db,
    rows.filter(({ owedAgainSince }) => owedAgainSince),
  );
  return rows.map((row) => ({
    instruction: row.state === 'rejected' && row.provider !== CASH ? adviceOfRejected(row) : undefined,
    detail: undone.has(row.id) ? `${undone.get(row.id)} ${OWED_AGAIN}` : undefined,
    isCancellable:
      row.provider === CASH && row.state === 'requested' && CANCELLABLE_REASONS.includes(row.reason),
    kind:
      row.provider === CASH
        ? 'cash_to_return'
        : row.state === 'waiting_funds'
          ? 'refund_waiting_funds'
          : row.state === 'rejected'
            ? 'refund_refused'
            : 'refund_unanswered',
    since: row.createdAt,
    externalReference: row.externalReference,
    buyerName: nameOf(row.customer),
    paymentId: row.paymentId,
    amountCentavos: centavosFromNumeric(row.amount),
    subject:
      row.state === 'rejected' || row.provider === CASH ? { type: 'refund' as const, id: row.id } : null,
  }));
}

/** Whether cotas leave the order with the refund: those of its request, or all, because it is the rest of the payment. */
const takesCotas = sql<boolean>`(refunds.amount + provider_payments.refunded >= provider_payments.amount
  or exists (select from returned_cotas where refund_id = refunds.id and not sealed))`;

function adviceOfRejected({ reason, takesCotas }: { reason: string; takesCotas: boolean }): string {
  if (UNSETTLED_REASONS.includes(reason)) return REJECTED_UNSETTLED;
  return takesCotas ? ADVICE.refund_refused : REJECTED_WITHOUT_COTAS;
}

async function unansweredCharges(db: Database, createdBefore: Date): Promise<Found[]> {
  const rows = await db
    .selectFrom('paymentAttempts')
    .innerJoin('orders', 'orders.id', 'paymentAttempts.orderId')
    .select([
      'orders.externalReference',
      'orders.customer',
      'paymentAttempts.amount',
      'paymentAttempts.createdAt',
    ])
    .where('paymentAttempts.state', '=', 'unknown')
    .where('paymentAttempts.createdAt', '<', createdBefore)
    .orderBy('paymentAttempts.createdAt')
    .limit(LISTED)
    .execute();
  return rows.map((row) => ({
    ...nothing,
    kind: 'charge_unanswered',
    since: row.createdAt,
    externalReference: row.externalReference,
    buyerName: nameOf(row.customer),
    amountCentavos: centavosFromNumeric(row.amount),
  }));
}

async function deadWebhooks(db: Database): Promise<Found[]> {
  const rows = await db
    .selectFrom('webhookInbox')
    .select(['id', 'resourceId', 'receivedAt'])
    .where('status', '=', 'dead')
    .where('reviewedAt', 'is', null)
    .orderBy('receivedAt')
    .limit(LISTED)
    .execute();
  return rows.map((row) => ({
    ...nothing,
    kind: 'webhook_dead',
    since: row.receivedAt,
    paymentId: row.resourceId,
    subject: { type: 'webhook' as const, id: String(row.id) },
  }));
}

/** Same threshold as the alert `ProviderFails`: single failed calls and short outages need no action. */
const FAILING_MS = 60_000;

async function failingProviders(deps: Pick<PaymentsContext, 'db' | 'clock'>): Promise<Found[]> {
  const known = await readProviderCalls(deps);
  return known.flatMap(({ provider, health, failures, failingSince, lastCalls }) =>
    health === 'fails' &&
    failures > 1 &&
    failingSince &&
    deps.clock.now().getTime() - failingSince.getTime() > FAILING_MS
      ? {
          ...nothing,
          kind: 'provider_fails' as const,
          since: failingSince,
          detail: `${providerLabel(provider)}: ${lastCalls}`,
        }
      : [],
  );
}

function nameOf(customer: unknown): string | null {
  return (customer as { name?: string } | null)?.name || null;
}
