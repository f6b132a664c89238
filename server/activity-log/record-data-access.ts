import { can } from '@mare/domain/accounts/permissions.ts';
import { ipAddressOf, type Principal, type RequestContext } from '../platform/http/api.ts';
import { recordActivity } from './record-activity.ts';

const HOUR_MS = 3_600_000;

const DESCRIPTIONS = {
  order: 'Viu os dados de um pedido.',
  person: 'Viu os dados de uma pessoa.',
  ticket: 'Viu os dados de um ticket.',
};

/**
 * Logs, at most once an hour, that a team member read personal data of an order, a person or a ticket. Admins are not
 * logged, because their lists already show all of it.
 */
export async function recordDataAccess(
  context: Pick<RequestContext, 'platform' | 'ipAddress'> & { principal: Principal },
  entityType: keyof typeof DESCRIPTIONS,
  entityId: string,
): Promise<void> {
  const { platform, principal } = context;
  if (can(principal.role, 'list-contacts')) return;
  const hour = Math.floor(platform.clock.now().getTime() / HOUR_MS);
  await recordActivity(platform.db, platform, {
    userId: principal.userId,
    ipAddress: ipAddressOf(context),
    action: `view-${entityType}`,
    entityType,
    entityId,
    description: DESCRIPTIONS[entityType],
    deduplicationKey: `view:${principal.userId}:${entityType}:${entityId}:${hour}`,
  });
}
