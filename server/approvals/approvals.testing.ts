/** Testbed of approvals: two admins, and actions whose handlers leave a mark. */
import { randomUUID } from 'node:crypto';
import { createDrawsTestbed } from '../draws/draws.testing.ts';
import { approvalDue, approve, cancelApproval, requestApproval } from './approvals.ts';
import { type ApprovalHandler, type ApprovalHandlers, executeDueApprovals } from './execute-approvals.ts';

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;

/** Writes a mark that shows whether the handler's transaction was committed. */
export const markDone: ApprovalHandler['execute'] = async (trx, { subjectId }) => {
  await trx.insertInto('settings').values({ key: subjectId, value: '1' }).execute();
  return { ok: true };
};

const handlersOf = (handler: ApprovalHandler): ApprovalHandlers => ({
  SEAL_DRAW: handler,
  USE_TYPED_RESULT: handler,
  CANCEL_FROZEN_RIFA: handler,
  REPLACE_WINNER: handler,
  GRANT_ADMIN: handler,
  REFUND_SEALED: handler,
  LEDGER_ENTRY: handler,
});

export type ApprovalsTestbed = Awaited<ReturnType<typeof createApprovalsTestbed>>;

export async function createApprovalsTestbed() {
  const bed = await createDrawsTestbed();
  await bed.prepareJobs([approvalDue]);
  const [requester, secondAdmin] = bed.admins;

  const tryRequest = ({
    subjectId = randomUUID(),
    notBefore,
  }: { subjectId?: string; notBefore?: Date } = {}) =>
    bed.db.transaction().execute((trx) =>
      requestApproval(trx, bed.platform, {
        kind: 'GRANT_ADMIN',
        subjectId,
        rifaId: null,
        payload: {},
        summary: 'Dar o papel de administração a Bia.',
        reason: 'Vai cuidar da loja.',
        requestedBy: requester,
        notBefore: notBefore ?? null,
      }),
    );

  async function setAdmin(userId: string, hoursAgo: number): Promise<Date> {
    const adminSince = new Date(bed.clock.now().getTime() - hoursAgo * HOUR * 1000);
    await bed.db
      .updateTable('profiles')
      .set({ role: 'admin', adminSince })
      .where('id', '=', userId)
      .execute();
    return adminSince;
  }

  return {
    ...bed,
    requester,
    secondAdmin,
    tryRequest,
    setAdmin,
    async reset() {
      await bed.db.deleteFrom('approvals').execute();
      await setAdmin(requester, 1000);
      await setAdmin(secondAdmin, 100);
    },
    demote: (userId: string) =>
      bed.db
        .updateTable('profiles')
        .set({ role: 'buyer', adminSince: null })
        .where('id', '=', userId)
        .execute(),
    async request(options: { subjectId?: string; notBefore?: Date } = {}) {
      const requested = await tryRequest(options);
      if (!requested.ok) throw new Error(requested.code);
      return requested.id;
    },
    approve: (id: string, userId = secondAdmin) => approve(bed.platform, { id, userId }),
    cancel: (id: string, userId = secondAdmin) =>
      cancelApproval(bed.platform, handlersOf({ execute: markDone }), { id, userId }),
    executeDue: (handler: ApprovalHandler = { execute: markDone }) =>
      executeDueApprovals(bed.platform, handlersOf(handler)),
    async isMarked(id: string): Promise<boolean> {
      const row = await bed.db
        .selectFrom('settings')
        .innerJoin('approvals', (join) =>
          join.on((eb) => eb('settings.key', '=', eb.cast<string>('approvals.subjectId', 'text'))),
        )
        .select('key')
        .where('approvals.id', '=', id)
        .executeTakeFirst();
      return row !== undefined;
    },
    findState: async (id: string) =>
      (await bed.db
        .selectFrom('approvals')
        .select(['state', 'error'])
        .where('id', '=', id)
        .executeTakeFirst())!,
  };
}
