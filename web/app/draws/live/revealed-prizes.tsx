import type { DrawStep } from '@mare/domain/draws/draw-winners.ts';
import { isSimulated } from '@mare/domain/draws/lottery/simulated-source.ts';
import { classNames } from '../../ui/style/class-names.ts';
import { formatIsoDate } from '../draw-labels.ts';

interface RevealedPrizesProps {
  result: { extraction: number; date: string; prizes: readonly string[]; sourceUrl: string | null };
  /** Keys 'extraction.prize.place'. */
  visible: ReadonlySet<string>;
  /** Its digits are marked. */
  step: DrawStep | null;
}

/** The five prizes of an extraction, as far as they are revealed. */
export function RevealedPrizes({ result, visible, step }: RevealedPrizesProps) {
  const { extraction, date, prizes } = result;
  const used = new Set(
    step?.kind === 'digits' && step.extraction === extraction
      ? step.digits.map(({ prize, place }) => `${prize}.${place}`)
      : [],
  );
  return (
    <div className="grid gap-3">
      <p className="text-on-deep-soft">
        {isSimulated(result) ? 'Loteria simulada da demonstração' : 'Loteria Federal'}, extração{' '}
        <strong className="text-on-deep">{extraction}</strong>, {formatIsoDate(date)}
      </p>
      <ol className="grid gap-2">
        {prizes.map((digits, index) => {
          const isRevealed = visible.has(`${extraction}.${index + 1}.0`);
          return (
            <li key={`${index + 1}º`} className="flex items-center gap-3">
              <span className="w-7 text-on-deep-soft">{index + 1}º</span>
              <span className="sr-only">{isRevealed ? digits : 'ainda não revelado'}</span>
              <span aria-hidden className="flex gap-1.5 sm:grow sm:gap-2">
                {digits.split('').map((digit, at) => {
                  const place = digits.length - 1 - at;
                  const isVisible = visible.has(`${extraction}.${index + 1}.${place}`);
                  return (
                    <span
                      key={place}
                      className={classNames(
                        'tabular grid h-11 w-9 place-items-center rounded-sm font-display text-xl font-bold sm:h-16 sm:w-0 sm:grow sm:text-3xl',
                        used.has(`${index + 1}.${place}`) ? 'bg-sun text-on-sun' : 'bg-on-deep/12',
                        isVisible && 'motion-safe:animate-turn-over',
                      )}
                    >
                      {isVisible ? digit : ''}
                    </span>
                  );
                })}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
