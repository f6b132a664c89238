import type { Auth, Executor } from '../auth.ts';

export type AuditEvent =
  | 'signed_up'
  | 'signed_in'
  | 'password_changed'
  | 'email_changed'
  | 'factor_verified'
  | 'factor_removed'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'session_reuse_detected';

/** Written in the transaction of what it tells of. */
export async function recordEvent(
  { clock }: Pick<Auth, 'clock'>,
  trx: Executor,
  userId: string,
  event: AuditEvent,
  ip: string | null,
): Promise<void> {
  await trx.insertInto('auth.auditLog').values({ userId, event, ip, createdAt: clock.now() }).execute();
}
