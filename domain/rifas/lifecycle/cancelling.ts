/** Who may cancel a rifa, and until when. */
import type { RifaStatus } from './rifa-state.ts';

/** Reasons shown on the page of a cancelled rifa. The last one is set by the declared minimum, never by an admin. */
export const CANCEL_REASONS = {
  PRIZE_UNAVAILABLE: 'O prêmio deixou de estar disponível',
  COURT_ORDER: 'Decisão judicial ou de um órgão público',
  AUTHORISATION_LOST: 'A autorização venceu, foi suspensa ou cassada',
  REGULATION_ERROR: 'Erro no regulamento ou nas condições publicadas',
  TECHNICAL_FAILURE: 'Falha técnica que impede um sorteio correto',
  OTHER: 'Outro motivo, explicado abaixo',
  SOLD_TOO_FEW: 'Vendeu menos do que o mínimo declarado antes das vendas',
} as const satisfies Record<string, string>;
export type CancelReason = keyof typeof CANCEL_REASONS;

/** Reasons that an admin chooses from. */
export const CHOSEN_CANCEL_REASONS = [
  'PRIZE_UNAVAILABLE',
  'COURT_ORDER',
  'AUTHORISATION_LOST',
  'REGULATION_ERROR',
  'TECHNICAL_FAILURE',
  'OTHER',
] as const satisfies readonly CancelReason[];

export const CANCELLING_RULES = [
  /** Sales are open: an admin cancels at once. */
  'FREE',
  /** Sales are over: a public reason and the two-person rule. */
  'TWO_PERSONS',
  /** The extraction may have run, so the result could be known: the rifa is drawn. */
  'TOO_LATE',
] as const;
export type CancellingRule = (typeof CANCELLING_RULES)[number];

export interface RifaToCancel {
  status: RifaStatus;
  /** Sales have ended, or their end has passed. */
  salesAreOver: boolean;
  /** The sealed extraction; null before the seal, when no extraction decides yet. */
  extraction: {
    /** When it is expected to run. */
    runsAt: Date;
    /** The highest number of any source is at or above it. */
    hasRun: boolean;
  } | null;
}

export function cancellingRule(
  { status, salesAreOver, extraction }: RifaToCancel,
  now: Date,
): CancellingRule {
  if (extraction && (extraction.hasRun || now >= extraction.runsAt)) return 'TOO_LATE';
  return status === 'closed' || salesAreOver || extraction ? 'TWO_PERSONS' : 'FREE';
}
