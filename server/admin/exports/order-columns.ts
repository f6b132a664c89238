/** Columns that every export of orders has. Of money of no order they are empty. */
import { ORDER_STATES } from '@mare/domain/orders/order-state.ts';
import { labelOf } from './export-batch.ts';

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
    row.status && (row.isDisputed ? 'Em contestação' : labelOf(ORDER_STATES, row.status)),
    row.title,
    row.name,
    row.email,
    row.cpf,
  ];
}

export function paymentCells({ coupon, method, provider, paymentId }: PaymentColumns) {
  return [coupon, method, provider, paymentId];
}
