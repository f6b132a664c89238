import { connectPool } from '@mare/database/connection/connect.ts';

/** Prize of a winner other than Maria; no other test uses its voucher. */
const PRIZE = 'Escalda-pés com ervas';

/** Removes the account of an unused demo voucher's winner, who then has the voucher on paper only. */
export async function printedVoucher(): Promise<{ code: string; pin: string; prize: string }> {
  const url = process.env.E2E_DATABASE;
  if (!url) throw new Error('E2E_DATABASE does not name the database');
  const pool = connectPool({ url, max: 1 });
  try {
    const { rows } = await pool.query<{ code: string; pin: string; prize: string }>(
      `update service_vouchers set user_id = null
        where status = 'pending' and prize_name = $1
        returning voucher_code as code, pin, prize_name as prize`,
      [PRIZE],
    );
    return rows[0]!;
  } finally {
    await pool.end();
  }
}
