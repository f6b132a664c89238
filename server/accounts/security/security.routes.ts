import { api, limitShared, requireUser } from '../../platform/http/api.ts';
import { listSecurityEvents } from './list-security-events.ts';
import type { Restores } from './restore-change.ts';
import { undoChange } from './undo-change.ts';

const UNDOS = { name: 'undo-change', hits: 30, seconds: 3600 };

export function createSecurityRoutes(restores: Restores) {
  return {
    securityEvents: api.accounts.securityEvents.use(requireUser).handler(({ context }) => {
      return listSecurityEvents(context.platform.db, context.principal.userId);
    }),
    undoChange: api.accounts.undoChange.handler(async ({ context, input, errors }) => {
      await limitShared(context, errors, UNDOS, context.ipAddress);
      const undone = await undoChange(context.platform, restores, input.token);
      if (undone.ok) return { kind: undone.kind, newPasswordFor: undone.newPasswordFor };
      if (undone.code === 'NOT_FOUND') throw errors.NOT_FOUND();
      throw errors.UNDO_CLOSED({ data: { reason: undone.reason } });
    }),
  };
}
