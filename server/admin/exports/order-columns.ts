/** Columns of every export of orders. Empty for money without an order. */
import { orderLabel } from '@mare/domain/orders/order-label.ts';
import type { OrderStatus } from '@mare/domain/orders/order-state.ts';

export const ORDER_HEADS = [
  'Pedido',
  'Feito em',
  'Pago em',
  'Situação',
  'Rifa',
  'Comprador',
  'E-mail',
  'CPF',
];
export const PAYMENT_HEADS = ['Cupom', 'Meio', 'Provedor', 'Pagamento'];

interface OrderColumns {
  externalReference: string | null;
  createdAt: Date | null;
  paidAt: Date | null;
  status: string | null;
  /** The bank of the payer decides about a dispute. */
  isDisputed: boolean | null;
  cashOwedCentavos: number;
  title: string | null;
  name: string | null;
  email: string | null;
  cpf: string | null;
}

interface PaymentColumns {
  coupon: string | null;
  method: string | null;
  provider: string | null;
  paymentId: string | null;
}

export function orderCells(row: OrderColumns) {
  return [
    row.externalReference,
    row.createdAt,
    row.paidAt,
    row.status && stateOf(row, row.status),
    row.title,
    row.name,
    row.email,
    row.cpf,
  ];
}

function stateOf({ isDisputed, cashOwedCentavos }: OrderColumns, status: string): string {
  return orderLabel({ status: status as OrderStatus, isDisputed: isDisputed === true, cashOwedCentavos });
}

export function paymentCells({ coupon, method, provider, paymentId }: PaymentColumns) {
  return [coupon, method, provider, paymentId];
}
