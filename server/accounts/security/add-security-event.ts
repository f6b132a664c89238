import type { SecurityEvent } from '@mare/domain/accounts/security/security-events.ts';
import type { Platform } from '../../platform/platform.ts';
import { networkOf } from '../../platform/network.ts';
import type { Client, Executor } from '../auth.ts';

const USER_AGENT_MAX_CHARACTERS = 512;

/**
 * Adds a line to the owner's ledger, in the caller's transaction.
 * @param origin the client, or the session that acts; null when neither is known
 * @returns the client
 */
export async function addSecurityEvent(
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  trx: Executor,
  userId: string,
  event: SecurityEvent,
  origin: Client | { sessionId: string } | null,
): Promise<Client> {
  const client = await clientOf(trx, origin);
  await trx
    .insertInto('auth.securityEvents')
    .values({
      id: random.uuid(),
      userId,
      event,
      userAgent: client.userAgent?.slice(0, USER_AGENT_MAX_CHARACTERS) ?? null,
      network: client.ipAddress && networkOf(client.ipAddress),
      createdAt: clock.now(),
    })
    .execute();
  return client;
}

async function clientOf(trx: Executor, origin: Client | { sessionId: string } | null): Promise<Client> {
  if (!origin) return { ipAddress: null, userAgent: null };
  if ('ipAddress' in origin) return origin;
  const session = await trx
    .selectFrom('auth.sessions')
    .select(['ip', 'userAgent'])
    .where('id', '=', origin.sessionId)
    .executeTakeFirst();
  return { ipAddress: session?.ip ?? null, userAgent: session?.userAgent ?? null };
}
