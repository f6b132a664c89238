/** Simulates elapsed days: moves records of a person into the past without changing the shop's clock. */
import { connectPool } from '@mare/database/connection/connect.ts';

async function runQuery(sql: string, values: unknown[]): Promise<void> {
  const url = process.env.E2E_DATABASE;
  if (!url) throw new Error('E2E_DATABASE does not name the database');
  const pool = connectPool({ url, max: 1 });
  try {
    await pool.query(sql, values);
  } finally {
    await pool.end();
  }
}

/** Moves the confirmation of an affiliate's commissions and the last change of the account days into the past. */
export async function ageCommissions(email: string, days: number): Promise<void> {
  await runQuery(
    `update affiliate_commissions c set confirmed_at = c.confirmed_at - make_interval(days => $2)
       from affiliates a join profiles p on p.id = a.user_id
      where a.id = c.affiliate_id and p.email = $1`,
    [email, days],
  );
  await ageChanges(email, days);
}

/** Changes that the owner can still undo; payouts wait for them. */
async function ageChanges(email: string, days: number): Promise<void> {
  await runQuery(
    `update auth.reversible_changes c
        set created_at = c.created_at - make_interval(days => $2),
            expires_at = c.expires_at - make_interval(days => $2)
       from profiles p where p.id = c.user_id and p.email = $1`,
    [email, days],
  );
}

/** Moves the issue and use of a partner's vouchers days into the past. */
export async function ageVouchers(partnerEmail: string, days: number): Promise<void> {
  await runQuery(
    `update service_vouchers v
        set created_at = v.created_at - make_interval(days => $2),
            validated_at = v.validated_at - make_interval(days => $2)
       from partners p where p.id = v.partner_id and p.email = $1`,
    [partnerEmail, days],
  );
}
