/** Replay of a draw on the live page, step by step, from the lottery's first digit to the last winner. */
import type { DrawOutcome, DrawStep } from './draw-winners.ts';

export type ReplayBeat =
  /** One digit of a lottery's prize becomes visible. */
  | { kind: 'digit'; extraction: number; prize: number; place: number }
  /** One attempt to award a prize of the rifa. @see DrawStep */
  | { kind: 'step'; step: DrawStep };

/** Extractions in the order used, each followed by the attempts that it decided. Digits come from the left, as called. */
export function replayBeats(
  results: readonly { extraction: number; prizes: readonly string[] }[],
  { steps }: Pick<DrawOutcome, 'steps'>,
): ReplayBeat[] {
  const beats: ReplayBeat[] = [];
  const left = [...steps];
  for (const [index, { extraction, prizes }] of results.entries()) {
    for (const [prize, digits] of prizes.entries())
      for (let place = digits.length - 1; place >= 0; place--)
        beats.push({ kind: 'digit', extraction, prize: prize + 1, place });
    const isLast = index === results.length - 1;
    // A step without an extraction belongs to the one before it.
    const end = left.findIndex((step) => 'extraction' in step && step.extraction !== extraction);
    for (const step of left.splice(0, isLast || end < 0 ? left.length : end))
      beats.push({ kind: 'step', step });
  }
  return beats;
}

/** The cotas nearest to a drawn number, nearest first; ties go to the lower one. */
export function nearestNumbers(own: readonly number[], drawn: number, count: number): number[] {
  return [...own]
    .sort((one, other) => Math.abs(one - drawn) - Math.abs(other - drawn) || one - other)
    .slice(0, count);
}
