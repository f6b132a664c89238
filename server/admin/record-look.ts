import { can } from '@mare/domain/accounts/permissions.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import { ipAddressOf, type Principal, type RequestContext } from '../platform/http/api.ts';

const HOUR_MS = 3_600_000;

/**
 * Logs that a person of the team saw personal data of an order or a person, once an hour. Admins, who see all of it in lists,
 * are not logged.
 */
export async function recordLook(
  context: Pick<RequestContext, 'platform' | 'address'> & { principal: Principal },
  entityType: 'order' | 'person',
  entityId: string,
): Promise<void> {
  const { platform, principal } = context;
  if (can(principal.role, 'list-contacts')) return;
  const hour = Math.floor(platform.clock.now().getTime() / HOUR_MS);
  await recordActivity(platform.db, platform, {
    userId: principal.userId,
    ipAddress: ipAddressOf(context),
    action: entityType === 'order' ? 'view-order' : 'view-person',
    entityType,
    entityId,
    description: entityType === 'order' ? 'Viu os dados de um pedido.' : 'Viu os dados de uma pessoa.',
    deduplicationKey: `view:${principal.userId}:${entityType}:${entityId}:${hour}`,
  });
}
