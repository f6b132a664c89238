/** `/v1/account/settlement_report`: what was credited and sent to the bank, as a CSV that is ready at once. */
import { Hono } from 'hono';
import { z } from 'zod';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { wireDateTime } from '../../mercado-pago/wire.ts';
import type { SandboxContext } from '../context.ts';
import { notFound } from './payments-api.ts';
import { COLLECTOR, errorJson, feeOf } from './representations.ts';

interface ReportRow {
  id: number;
  begin_date: Date;
  end_date: Date;
  created_at: Date;
}

interface BalanceChange {
  id: number;
  type: 'SETTLEMENT' | 'REFUND' | 'WITHDRAWAL';
  /** Reais, as `numeric` text. */
  amount: string;
  at: Date;
}

const newReport = z.object({ begin_date: z.iso.datetime(), end_date: z.iso.datetime() });
const HEADER =
  'SOURCE_ID;USER_ID;TRANSACTION_TYPE;TRANSACTION_AMOUNT;TRANSACTION_CURRENCY;FEE_AMOUNT;SETTLEMENT_NET_AMOUNT;SETTLEMENT_DATE';

export function settlementReportsApi({ pool, clock }: SandboxContext): Hono {
  const api = new Hono();

  api.post('/', async (c) => {
    const parsed = newReport.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return c.json(errorJson({ status: 400, code: 2001, message: 'Invalid body' }), 400);
    const { begin_date: from, end_date: until } = parsed.data;
    await pool.query(
      'insert into sandbox.settlement_reports (begin_date, end_date, created_at) values ($1, $2, $3)',
      [from, until, clock.now()],
    );
    return c.json({ status: 'pending' }, 202);
  });

  api.get('/list', async (c) => {
    const { rows } = await pool.query<ReportRow>('select * from sandbox.settlement_reports order by id desc');
    return c.json(
      rows.map((report) => ({
        id: report.id,
        user_id: COLLECTOR,
        begin_date: report.begin_date,
        end_date: report.end_date,
        file_name: fileName(report),
        created_from: 'manual',
        status: 'enabled',
      })),
    );
  });

  api.get('/:file{settlement-report-[0-9]{1,18}\\.csv}', async (c) => {
    const { rows } = await pool.query<ReportRow>('select * from sandbox.settlement_reports where id = $1', [
      /\d+/.exec(c.req.param('file'))![0],
    ]);
    const [report] = rows;
    if (!report) return c.json(notFound, 404);
    return c.text([HEADER, ...(await findChanges(report)).map(writeLine)].join('\r\n'));
  });

  async function findChanges({ begin_date: from, end_date: until }: ReportRow): Promise<BalanceChange[]> {
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
    return rows;
  }

  return api;
}

const fileName = ({ id }: ReportRow) => `settlement-report-${id}.csv`;

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
