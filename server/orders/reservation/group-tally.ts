import {
  validateGroupStart,
  type StartGroupRejection,
} from '@mare/domain/orders/group-purchases/group-bounds.ts';
import { validateTakenPart, type TakePartRejection } from '@mare/domain/orders/group-purchases/take-part.ts';
import type { AllocatedLine } from '@mare/domain/numbers/allocate-numbers.ts';
import type { findOpenGroups, LockedPart } from './group-batch.queries.ts';
import type { ReserveRequest } from './reserve-request.ts';

export interface GroupRejection {
  rifaId: string;
  reason: StartGroupRejection | TakePartRejection;
}

/** Decides on the group purchases of one batch; each order takes earlier orders of the batch into account. */
export class GroupTally {
  readonly #open: Awaited<ReturnType<typeof findOpenGroups>>;
  readonly #parts: ReadonlyMap<string, LockedPart>;
  readonly #now: Date;

  constructor(
    open: Awaited<ReturnType<typeof findOpenGroups>>,
    parts: ReadonlyMap<string, LockedPart>,
    now: Date,
  ) {
    this.#open = open;
    this.#parts = parts;
    this.#now = now;
  }

  findRejection({ userId, lines, group }: ReserveRequest): GroupRejection | null {
    if (!group) return null;
    const { rifaId, quantity } = lines[0]!;
    if (group.kind === 'take') {
      const part = this.#parts.get(group.partId);
      const reason = part?.rifaId === rifaId ? validateTakenPart(part, quantity, this.#now) : 'ended';
      return reason && { rifaId, reason };
    }
    const open = this.#open.get(rifaId)!;
    const hasOpenGroup = open.persons.has(open.personOf.get(userId)!);
    const reason = validateGroupStart(quantity * (group.partIds.length - 1), { ...open, hasOpenGroup });
    return reason && { rifaId, reason };
  }

  /** Counts a request with its numbers. @returns the numbers of its order and of the free parts of a new group */
  divide(
    { userId, lines, group }: ReserveRequest,
    allocated: AllocatedLine[],
  ): { lines: AllocatedLine[]; freeParts?: number[][] } {
    if (!group) return { lines: allocated };
    const { rifaId, quantity } = lines[0]!;
    if (group.kind === 'take') {
      const part = this.#parts.get(group.partId)!;
      part.isFree = false;
      return { lines: [{ rifaId, numbers: part.numbers, kept: [], replaced: [] }] };
    }
    const open = this.#open.get(rifaId)!;
    open.persons.add(open.personOf.get(userId)!);
    const [own, rest] = allocated as [AllocatedLine, AllocatedLine];
    open.heldByGroups += rest.numbers.length;
    open.freeCotas -= own.numbers.length + rest.numbers.length;
    const freeParts = group.partIds
      .slice(1)
      .map((_, index) => rest.numbers.slice(index * quantity, (index + 1) * quantity));
    return { lines: [own], freeParts };
  }
}
