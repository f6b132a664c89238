import { connectPool } from '@mare/database/connect.ts';

/** Takes the account from the winner of an unused demo voucher, who then has it on paper only. */
export async function printedVoucher(): Promise<{ code: string; pin: string; prize: string }> {
  const url = process.env.E2E_DATABASE;
  if (!url) throw new Error('E2E_DATABASE does not name the database');
  const pool = connectPool({ url, max: 1 });
  try {
    const { rows } = await pool.query<{ code: string; pin: string; prize: string }>(
      `update service_vouchers voucher set user_id = null
        where id = (
          select candidate.id from service_vouchers candidate left join profiles on profiles.id = user_id
           where status = 'pending' and email is distinct from 'maria@exemplo.com.br'
           -- One that a test took before serves again.
           order by user_id is not null limit 1)
        returning voucher_code as code, pin, prize_name as prize`,
    );
    return rows[0]!;
  } finally {
    await pool.end();
  }
}
