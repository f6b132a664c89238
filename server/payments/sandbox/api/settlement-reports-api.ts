/** `/v1/account/settlement_report`: credits and withdrawals as a CSV, ready at once. */
import { Hono } from 'hono';
import { z } from 'zod';
import type { SandboxContext } from '../context.ts';
import { writeSettlementReport } from '../settlement-report.ts';
import { notFound } from './payments-api.ts';
import { COLLECTOR, errorJson } from './representations.ts';

interface ReportRow {
  id: number;
  begin_date: Date;
  end_date: Date;
  created_at: Date;
}

const newReport = z.object({ begin_date: z.iso.datetime(), end_date: z.iso.datetime() });
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
    return c.text(await writeSettlementReport(pool, report.begin_date, report.end_date));
  });

  return api;
}

const fileName = ({ id }: ReportRow) => `settlement-report-${id}.csv`;
