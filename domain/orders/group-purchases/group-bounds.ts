/**
 * Limits of a group purchase, which reserves all its numbers at the start: docs/decisions/014-group-purchase.md.
 */

export const MIN_PARTS = 2;
export const MAX_PARTS = 20;
/** Hours until the deadline that the starter may choose. */
export const DEADLINE_HOURS = [1, 3, 24] as const;
export type DeadlineHours = (typeof DEADLINE_HOURS)[number];
export const MAX_GROUP_NAME = 40;

const HOUR_MS = 3_600_000;
/** A group ends this long before the end of sales, so that the numbers it releases can still be sold. */
export const SALES_MARGIN_MS = HOUR_MS;
/** No group starts while less than this share of the rifa is free. */
const LAST_SHARE = 0.1;
/** Maximum share of the unsold cotas that the free parts of all groups may hold. */
const GROUPS_SHARE = 0.25;
/** Minimum of the share above, in cotas. */
const GROUPS_FLOOR = 60;

export const START_GROUP_REJECTIONS = [
  'too_many_cotas',
  'deadline_after_sales',
  'last_cotas',
  'open_group',
  'groups_share',
] as const;
export type StartGroupRejection = (typeof START_GROUP_REJECTIONS)[number];

export function groupDeadline(now: Date, hours: DeadlineHours): Date {
  return new Date(now.getTime() + hours * HOUR_MS);
}

export interface PlannedGroup {
  parts: number;
  /** Cotas paid for in each part. */
  quantity: number;
  deadline: Date;
}

export interface RifaOfGroup {
  maxPerOrder: number;
  totalNumbers: number;
  /** Neither sold nor reserved. */
  freeCotas: number;
  salesEndAt: Date;
}

/** @returns why the rifa does not allow the group, or null */
export function validateGroupPlan(
  { parts, quantity, deadline }: PlannedGroup,
  rifa: RifaOfGroup,
): StartGroupRejection | null {
  if (parts * quantity > rifa.maxPerOrder) return 'too_many_cotas';
  if (deadline.getTime() > rifa.salesEndAt.getTime() - SALES_MARGIN_MS) return 'deadline_after_sales';
  if (rifa.freeCotas < rifa.totalNumbers * LAST_SHARE) return 'last_cotas';
  return null;
}

/** Deadlines that leave time before the end of sales. */
export function possibleDeadlines(now: Date, salesEndAt: Date): DeadlineHours[] {
  return DEADLINE_HOURS.filter(
    (hours) => groupDeadline(now, hours).getTime() <= salesEndAt.getTime() - SALES_MARGIN_MS,
  );
}

export interface GroupsOfRifa {
  /** Whether the person who starts the group already has an open group of the rifa, on any account. */
  hasOpenGroup: boolean;
  /** Cotas of the free parts of all open groups. */
  heldByGroups: number;
  freeCotas: number;
}

/** Call under the lock of the rifa's group starts. @param cotas of the group's free parts */
export function validateGroupStart(
  cotas: number,
  { hasOpenGroup, heldByGroups, freeCotas }: GroupsOfRifa,
): StartGroupRejection | null {
  if (hasOpenGroup) return 'open_group';
  const share = Math.max(GROUPS_FLOOR, Math.floor((freeCotas + heldByGroups) * GROUPS_SHARE));
  return heldByGroups + cotas > share ? 'groups_share' : null;
}
