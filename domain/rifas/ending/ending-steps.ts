/** Checklist from the end of sales to closed books, computed from stored facts. */
import type { PrizeState } from '../../draws/prizes/prize-state.ts';
import type { RifaStatus } from '../lifecycle/rifa-state.ts';

export const ENDING_STEPS = [
  'sales_end',
  'list_frozen',
  'sealed',
  'extraction',
  'result',
  'second_person',
  'winner_contacted',
  'prize_delivered',
  'winner_published',
  'report_exported',
  'books_closed',
] as const;
export type EndingStepId = (typeof ENDING_STEPS)[number];

export const WAITED_FOR = ['program', 'buyers', 'lottery', 'team', 'second_person', 'winner'] as const;
/** Who acts next. `program`: a background job. */
export type WaitedFor = (typeof WAITED_FOR)[number];

/** `later`: an earlier step comes first. `skipped`: nothing to do, e.g. without a winner. */
export const STEP_STATES = ['done', 'skipped', 'waiting', 'late', 'later'] as const;
export type StepState = (typeof STEP_STATES)[number];

export interface EndingStep {
  id: EndingStepId;
  state: StepState;
  /** Null once done, and while an earlier step comes first. */
  waitsFor: WaitedFor | null;
  /** Null without a deadline. */
  until: Date | null;
  /** Null while it is not done, and where only the fact is stored. */
  doneAt: Date | null;
  /** Orders or prizes that are missing; null where nothing is counted. */
  missing: number | null;
}

export interface EndingWinner {
  state: PrizeState;
  claimUntil: Date;
  /** The winner claimed the prize, or the team tried to reach the winner. */
  wasContacted: boolean;
  /** Whether the winner agreed to a public photo. */
  hasPublicPhoto: boolean;
}

export interface EndingFacts {
  status: RifaStatus;
  salesEndAt: Date;
  closedAt: Date | null;
  /** Unpaid orders that still hold numbers. */
  pendingOrders: number;
  frozenAt: Date | null;
  sealedAt: Date | null;
  /** When the deciding extraction is expected to run. */
  drawDate: Date;
  /** A source knows the sealed extraction or a later one. */
  hasRun: boolean;
  /** Result of the sealed extraction or a later one. */
  result: 'none' | 'pending' | 'confirmed';
  /** When a typed or corrected result takes effect without a second person; null for a first official one. */
  resultEffectiveAt: Date | null;
  drawnAt: Date | null;
  winners: readonly EndingWinner[];
  reportExportedAt: Date | null;
  booksClosedAt: Date | null;
}

const HOUR_MS = 3_600_000;
/** The lottery publishes about half an hour after the extraction. */
export const PUBLISHED_WITHIN_MS = HOUR_MS;
/** Results are read from the official source within the hour; later, a person types them. */
export const RESULT_WITHIN_MS = 3 * HOUR_MS;
/** The program seals within a minute or two; later, the sources of the lottery need a person. */
export const SEAL_WITHIN_MS = HOUR_MS / 6;
/** Target of the shop for the first attempt to reach a winner. */
export const CONTACT_WITHIN_MS = 72 * HOUR_MS;

/** @returns every step in order; none for a rifa without a coming or past draw */
export function endingSteps(facts: EndingFacts, now: Date): EndingStep[] {
  if (facts.status === 'draft' || facts.status === 'scheduled' || facts.status === 'cancelled') return [];
  const { winners, drawnAt, drawDate } = facts;
  const claimsEnd = latest(winners.map(({ claimUntil }) => claimUntil));
  const unsettled = winners.filter(({ state }) => state !== 'expired');
  const missing = {
    contact: unsettled.filter(({ wasContacted, state }) => !wasContacted && state === 'open').length,
    delivery: unsettled.filter(({ state }) => state !== 'delivered').length,
    photo: unsettled.filter(({ hasPublicPhoto }) => !hasPublicPhoto).length,
  };
  const isDrawn = drawnAt !== null;
  const steps: Planned[] = [
    {
      id: 'sales_end',
      isDone: facts.status !== 'active',
      doneAt: facts.closedAt,
      waitsFor: 'program',
      until: facts.salesEndAt,
    },
    {
      id: 'list_frozen',
      isDone: facts.frozenAt !== null || isDrawn,
      doneAt: facts.frozenAt,
      waitsFor: facts.pendingOrders > 0 ? 'buyers' : 'program',
      until: drawDate,
      missing: facts.pendingOrders,
    },
    {
      id: 'sealed',
      isDone: facts.sealedAt !== null || isDrawn,
      doneAt: facts.sealedAt,
      waitsFor: isSealOverdue(facts, now) ? 'team' : 'program',
      until: drawDate,
    },
    {
      id: 'extraction',
      isDone: facts.hasRun || facts.result !== 'none' || isDrawn,
      doneAt: null,
      waitsFor: 'lottery',
      until: drawDate,
      lateFrom: new Date(drawDate.getTime() + PUBLISHED_WITHIN_MS),
    },
    {
      id: 'result',
      isDone: facts.result !== 'none' || isDrawn,
      doneAt: null,
      waitsFor: 'team',
      until: new Date(drawDate.getTime() + RESULT_WITHIN_MS),
    },
    {
      id: 'second_person',
      isDone: isDrawn,
      doneAt: drawnAt,
      waitsFor: whoConfirms(facts),
      until: facts.resultEffectiveAt,
    },
    {
      id: 'winner_contacted',
      isDone: isDrawn && missing.contact === 0,
      waitsFor: 'team',
      until: drawnAt && new Date(drawnAt.getTime() + CONTACT_WITHIN_MS),
      missing: missing.contact,
      isSkipped: isDrawn && winners.length === 0,
    },
    {
      id: 'prize_delivered',
      isDone: isDrawn && missing.delivery === 0,
      waitsFor: missing.contact > 0 ? 'winner' : 'team',
      until: claimsEnd,
      missing: missing.delivery,
      isSkipped: isDrawn && winners.length === 0,
    },
    {
      id: 'winner_published',
      isDone: isDrawn && missing.photo === 0,
      waitsFor: missing.delivery > 0 ? 'team' : 'winner',
      until: null,
      missing: missing.photo,
      isSkipped: isDrawn && unsettled.length === 0,
    },
    {
      id: 'report_exported',
      isDone: facts.reportExportedAt !== null,
      doneAt: facts.reportExportedAt,
      waitsFor: 'team',
      until: claimsEnd,
    },
    {
      id: 'books_closed',
      isDone: facts.booksClosedAt !== null,
      doneAt: facts.booksClosedAt,
      waitsFor: 'team',
      until: null,
    },
  ];
  return steps.map((step, index) => toStep(step, canStart(step.id, steps.slice(0, index)), now));
}

/** Any admin confirms the first official result; a typed or corrected result needs a second person. */
function whoConfirms({ result, resultEffectiveAt }: EndingFacts): WaitedFor {
  if (result === 'confirmed') return 'program';
  return resultEffectiveAt === null ? 'team' : 'second_person';
}

function isSealOverdue({ frozenAt, salesEndAt }: EndingFacts, now: Date): boolean {
  if (!frozenAt) return false;
  return now.getTime() > Math.max(frozenAt.getTime(), salesEndAt.getTime()) + SEAL_WITHIN_MS;
}

interface Planned {
  id: EndingStepId;
  isDone: boolean;
  doneAt?: Date | null;
  waitsFor: WaitedFor;
  until: Date | null;
  /** If later than `until`. */
  lateFrom?: Date;
  missing?: number;
  isSkipped?: boolean;
}

/**
 * After the draw the steps of the winners and the report run in parallel. Books close last, but do not wait for
 * photos.
 */
function canStart(id: EndingStepId, before: readonly Planned[]): boolean {
  const isOver = (step: Planned) => step.isDone || step.isSkipped === true;
  if (id === 'books_closed') return before.every((step) => step.id === 'winner_published' || isOver(step));
  return before.every((step) => AFTER_THE_DRAW.has(step.id) || isOver(step));
}

const AFTER_THE_DRAW: ReadonlySet<EndingStepId> = new Set([
  'winner_contacted',
  'prize_delivered',
  'winner_published',
  'report_exported',
]);

function toStep(step: Planned, isNext: boolean, now: Date): EndingStep {
  const { id, isDone, doneAt = null, until, lateFrom = until, missing = null } = step;
  if (step.isSkipped)
    return { id, state: 'skipped', waitsFor: null, until: null, doneAt: null, missing: null };
  if (isDone) return { id, state: 'done', waitsFor: null, until: null, doneAt, missing: null };
  if (!isNext) return { id, state: 'later', waitsFor: null, until, doneAt: null, missing: null };
  const state = lateFrom !== null && lateFrom < now ? 'late' : 'waiting';
  return { id, state, waitsFor: step.waitsFor, until, doneAt: null, missing };
}

const latest = (dates: readonly Date[]): Date | null =>
  dates.length === 0 ? null : new Date(Math.max(...dates.map((date) => date.getTime())));
