/** Whether a person may take a part of a group purchase, decided while the group is locked. */

/** A part is not given out for less time than its payment needs. */
export const MIN_TAKE_MS = 2 * 60_000;

export const TAKE_PART_REJECTIONS = ['not_open', 'ended', 'part_taken', 'terms_changed'] as const;
export type TakePartRejection = (typeof TAKE_PART_REJECTIONS)[number];

export interface TakenPart {
  openedAt: Date | null;
  endedAt: Date | null;
  deadline: Date;
  isFree: boolean;
  /** Cotas of the part, bonus included. */
  cotas: number;
}

/** @param orderedCotas what the order would deliver by the plans of now */
export function validateTakenPart(
  part: TakenPart,
  orderedCotas: number,
  now: Date,
): TakePartRejection | null {
  if (part.endedAt !== null || part.deadline.getTime() - now.getTime() < MIN_TAKE_MS) return 'ended';
  if (part.openedAt === null) return 'not_open';
  if (!part.isFree) return 'part_taken';
  return part.cotas === orderedCotas ? null : 'terms_changed';
}
