import { useEffect, useMemo } from 'react';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { type ReplayBeat, replayBeats } from '@mare/domain/draws/draw-replay.ts';
import { Button } from '../../ui/button.tsx';
import { WinnerList } from '../audit/winner-list.tsx';
import { describeStep } from '../draw-labels.ts';
import { OwnCotas } from './own-cotas.tsx';
import { OwnVerdict } from './own-verdict.tsx';
import { RevealedPrizes } from './revealed-prizes.tsx';
import { useReplay } from './use-replay.ts';

interface DrawReplayProps {
  audit: DrawAudit;
  draw: DrawAudit['draws'][number];
  onOver: (isOver: boolean) => void;
}

/** Replay of the draw: the lottery's digits appear one by one, then the winner of each prize. */
export function DrawReplay({ audit, draw, onOver }: DrawReplayProps) {
  const beats = useMemo(() => replayBeats(draw.results, draw.outcome), [draw]);
  const { shown, isStill, skip, again } = useReplay(beats);
  const isOver = shown >= beats.length;
  useEffect(() => {
    onOver(isOver);
    return () => onOver(false);
  }, [isOver, onOver]);
  const beat = beats[shown - 1];
  const step = beat?.kind === 'step' ? beat.step : null;
  const near = step && 'number' in step ? step.number : null;
  return (
    <>
      <section aria-label="O sorteio" className="grid gap-5 rounded-xl bg-deep p-5 text-on-deep sm:p-8">
        <RevealedPrizes
          result={resultOf(draw, beat)}
          visible={visibleDigits(beats.slice(0, shown))}
          step={step}
        />
        <p aria-live="polite" className="min-h-38 text-lg sm:min-h-24">
          {step && (
            <>
              <strong className="block text-sun">{prizeName(audit, step.position)}</strong>
              {describeStep(step, audit.rifa.totalNumbers)}
            </>
          )}
        </p>
        {!isStill && (
          <Button
            variant="sun"
            icon={isOver ? 'refresh' : undefined}
            className="justify-self-start"
            onClick={isOver ? again : skip}
          >
            {isOver ? 'Ver de novo' : 'Pular para o resultado'}
          </Button>
        )}
      </section>
      {isOver && <WinnerList audit={audit} />}
      <OwnCotas
        rifa={audit.rifa}
        near={isOver ? (audit.winners[0]?.number ?? null) : near}
        isDrawn={isOver && audit.rifa.status === 'completed'}
      />
      <OwnVerdict audit={audit} />
    </>
  );
}

/** The extraction whose digits or attempts are being shown. */
function resultOf({ results }: DrawReplayProps['draw'], beat: ReplayBeat | undefined) {
  const extraction =
    beat?.kind === 'digit'
      ? beat.extraction
      : beat && 'extraction' in beat.step
        ? beat.step.extraction
        : null;
  return results.find((result) => result.extraction === extraction) ?? (beat ? results.at(-1)! : results[0]!);
}

/** Keys 'extraction.prize.place'. */
function visibleDigits(beats: readonly ReplayBeat[]): ReadonlySet<string> {
  return new Set(
    beats.flatMap((beat) =>
      beat.kind === 'digit' ? [`${beat.extraction}.${beat.prize}.${beat.place}`] : [],
    ),
  );
}

function prizeName({ prizes }: DrawAudit, position: number): string {
  const name = prizes.find((prize) => prize.position === position)?.name;
  return name ? `${position}º lugar: ${name}` : `${position}º lugar`;
}
