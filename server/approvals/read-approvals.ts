import type { Kysely } from 'kysely';
import type { Approval, PublicAction } from '@mare/contract/approvals/approvals.ts';
import type { DB } from '@mare/database/schema.ts';
import { maskName } from '@mare/domain/accounts/names/mask-name.ts';
import { OPEN_APPROVAL_STATES } from '@mare/domain/approvals/two-person-rule.ts';
import { personOfAccount } from '../platform/database/person-of-account.ts';
import { findPerson } from './find-admins.ts';

const FINISHED_SHOWN = 30;

/** Approvals for the panel: open ones by effective time, then finished ones, latest first. */
export async function listApprovals(
  db: Kysely<DB>,
  callerId: string,
): Promise<{ open: Approval[]; finished: Approval[] }> {
  const [{ personId }, open, finished] = await Promise.all([
    findPerson(db, callerId),
    selectActions(db).where('a.state', 'in', OPEN_APPROVAL_STATES).orderBy('a.effectiveAt').execute(),
    selectActions(db)
      .where('a.state', 'not in', OPEN_APPROVAL_STATES)
      .orderBy('a.finishedAt', 'desc')
      .limit(FINISHED_SHOWN)
      .execute(),
  ]);
  const describe = (row: ActionRow): Approval => ({
    ...toAction(row, (name) => name ?? 'Administração'),
    summary: row.summary,
    rifaId: row.rifaId,
    isOwn: row.askerPersonId === personId,
  });
  return { open: open.map(describe), finished: finished.map(describe) };
}

/** Actions about one rifa, on the extractions that concern it, and new admins since its list was frozen. */
export interface PublicScope {
  rifaId: string;
  extractions: readonly number[];
  /** New admins count from here; null before the list is frozen. */
  from: Date | null;
  /** New admins count up to here; null while the draw is open. */
  until: Date | null;
}

/** For the draw page, oldest first. */
export async function listPublicActions(
  db: Kysely<DB>,
  { rifaId, extractions, from, until }: PublicScope,
): Promise<PublicAction[]> {
  const rows = await selectActions(db)
    .where((eb) =>
      eb.or([
        eb('a.rifaId', '=', rifaId),
        ...(extractions.length > 0 ? [eb('a.extraction', 'in', extractions)] : []),
        ...(from
          ? [
              eb.and([
                eb('a.kind', '=', 'GRANT_ADMIN'),
                eb('a.requestedAt', '>=', from),
                ...(until ? [eb('a.requestedAt', '<=', until)] : []),
              ]),
            ]
          : []),
      ]),
    )
    .orderBy('a.requestedAt')
    .orderBy('a.id')
    .execute();
  return rows.map((row) => toAction(row, maskName));
}

type ActionRow = Awaited<ReturnType<ReturnType<typeof selectActions>['execute']>>[number];

function selectActions(db: Kysely<DB>) {
  return db
    .selectFrom('approvals as a')
    .leftJoin('profiles as asker', 'asker.id', 'a.requestedBy')
    .leftJoin('profiles as second', 'second.id', 'a.approvedBy')
    .leftJoin('profiles as canceller', 'canceller.id', 'a.cancelledBy')
    .select(['a.id', 'a.kind', 'a.reason', 'a.summary', 'a.rifaId', 'a.requestedAt', 'a.effectiveAt'])
    .select(['a.decidedAt', 'a.finishedAt', 'a.state', 'a.error'])
    .select(['a.requestedBy', 'a.approvedBy', 'a.cancelledBy'])
    .select(personOfAccount('asker').as('askerPersonId'))
    .select(['asker.name as askerName', 'second.name as secondName', 'canceller.name as cancellerName']);
}

function toAction(row: ActionRow, format: (name: string | null) => string): PublicAction {
  return {
    id: row.id,
    kind: row.kind as PublicAction['kind'],
    reason: row.reason,
    requestedAt: row.requestedAt.toISOString(),
    effectiveAt: row.effectiveAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    state: row.state as PublicAction['state'],
    finishedAt: row.finishedAt?.toISOString() ?? null,
    error: row.error,
    requestedBy: format(row.askerName),
    approvedBy: row.approvedBy && format(row.secondName),
    cancelledBy: row.cancelledBy && format(row.cancellerName),
    isRejected: row.cancelledBy !== null && row.cancelledBy !== row.requestedBy,
  };
}

/** Open actions, by subject. */
export async function findOpenApprovals(
  db: Kysely<DB>,
  subjectIds: readonly string[],
): Promise<Map<string, { id: string; state: string; askerPersonId: string; effectiveAt: Date }>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('approvals')
    .innerJoin('profiles as asker', 'asker.id', 'approvals.requestedBy')
    .select(['approvals.id', 'subjectId', 'approvals.state', 'effectiveAt'])
    .select(personOfAccount('asker').as('askerPersonId'))
    .where('subjectId', 'in', subjectIds)
    .where('approvals.state', 'in', OPEN_APPROVAL_STATES)
    .execute();
  return new Map(rows.map(({ subjectId, ...open }) => [subjectId, open]));
}
