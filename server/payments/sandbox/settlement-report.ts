/** Settlement report of the sandbox: credits and withdrawals as the provider's CSV. */
import type pg from 'pg';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { wireDateTime } from '../mercado-pago/wire.ts';
import { COLLECTOR, feeOf } from './api/representations.ts';

interface BalanceChange {
  id: number;
  type: 'SETTLEMENT' | 'REFUND' | 'WITHDRAWAL';
  /** Reais, as `numeric` text. */
  amount: string;
  at: Date;
}

const HEADER =
  'SOURCE_ID;USER_ID;TRANSACTION_TYPE;TRANSACTION_AMOUNT;TRANSACTION_CURRENCY;FEE_AMOUNT;SETTLEMENT_NET_AMOUNT;SETTLEMENT_DATE';

/** @param until is not in the report */
export async function writeSettlementReport(pool: pg.Pool, from: Date, until: Date): Promise<string> {
  const { rows } = await pool.query<BalanceChange>(
    `select id, 'SETTLEMENT' as type, amount, approved_at as at from sandbox.payments
     where approved_at >= $1 and approved_at < $2
     union all
     select payment_id, 'REFUND', -amount, created_at from sandbox.refunds where created_at >= $1 and created_at < $2
     union all
     select id, 'WITHDRAWAL', -amount, created_at from sandbox.withdrawals where created_at >= $1 and created_at < $2
     order by at, id`,
    [from, until],
  );
  return [HEADER, ...rows.map(writeLine)].join('\r\n');
}

function writeLine({ id, type, amount, at }: BalanceChange): string {
  const gross = centavosFromNumeric(amount);
  const fee = type === 'SETTLEMENT' ? feeOf(gross) : 0;
  const reais = (centavos: number) => (centavos / 100).toFixed(2);
  return [
    id,
    COLLECTOR,
    type,
    reais(gross),
    'BRL',
    reais(0 - fee),
    reais(gross - fee),
    wireDateTime(at),
  ].join(';');
}
