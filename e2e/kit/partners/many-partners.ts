import { connectPool } from '@mare/database/connection/connect.ts';

/** Adds 30 active partners whose names sort before all others, for the duration of a test. */
export async function withManyPartners(run: () => Promise<void>): Promise<void> {
  const url = process.env.E2E_DATABASE;
  if (!url) throw new Error('E2E_DATABASE does not name the database');
  const pool = connectPool({ url, max: 1 });
  try {
    await pool.query(
      `insert into partners (id, company_name, contact_name, email, phone, status, service_types, city, state, created_at)
       select gen_random_uuid(), '! Casa ' || n, 'Neide Luz', 'muitas.' || n || '@exemplo.com.br', '82988887777',
         'active', '{banho de folhas}', 'Maceió', 'AL', now()
         from generate_series(1, 30) as n`,
    );
    await run();
  } finally {
    await pool.query(`delete from partners where company_name like '! Casa %'`);
    await pool.end();
  }
}
