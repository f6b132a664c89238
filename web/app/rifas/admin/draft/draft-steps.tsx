import { useEffect, useRef } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { classNames } from '../../../ui/style/class-names.ts';

/** Steps of creating a rifa, in order: value in the URL and label. */
const STEPS = {
  'o-que-e': 'O que é',
  premios: 'Prêmios',
  cotas: 'Cotas e preço',
  sorteio: 'Sorteio',
  regulamento: 'Regulamento',
  revisar: 'Revisar',
} as const;

export type DraftStep = keyof typeof STEPS;
const ORDER = Object.keys(STEPS) as DraftStep[];
const PARAMETER = 'passo';

export const stepSearch = (step: DraftStep) => `?${PARAMETER}=${step}`;

export function useDraftStep() {
  const [search] = useSearchParams();
  const requestedStep = search.get(PARAMETER);
  const step = ORDER.find((known) => known === requestedStep) ?? ORDER[0]!;
  const at = ORDER.indexOf(step);
  return { step, previous: ORDER[at - 1] ?? null, next: ORDER[at + 1] ?? null };
}

/** Sticky below the header. All steps are open at any time. */
export function StepsMenu({ step }: { step: DraftStep }) {
  return (
    <nav
      aria-label="Passos da rifa"
      className="sticky top-17 z-20 low-window:static -mx-4 overflow-x-auto border-b border-line bg-page/95 px-4 backdrop-blur-sm sm:mx-0 sm:px-0"
    >
      <ol className="flex w-max gap-2 py-2">
        {ORDER.map((known, index) => (
          <li key={known} ref={known === step ? showInMenu : undefined}>
            <Link
              to={stepSearch(known)}
              aria-current={known === step ? 'step' : undefined}
              className={classNames(
                'flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-semibold whitespace-nowrap',
                known === step ? 'border-sea bg-sea text-on-sea' : 'border-line bg-surface hover:bg-sea-tint',
              )}
            >
              <span className="tabular">{index + 1}.</span> {STEPS[known]}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function showInMenu(item: HTMLLIElement | null): void {
  item?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** Heading of the current step. Takes the focus whenever a step is opened, so that keyboard and screen reader start there. */
export function StepTitle({ step }: { step: DraftStep }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [key]);
  return (
    <h2 ref={heading} tabIndex={-1} className="scroll-mt-36 text-2xl">
      {STEPS[step]}
    </h2>
  );
}
