import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  CONSENT_TEXT,
  type ConsentChoices,
  EVERYTHING,
  NECESSARY_ONLY,
} from '@mare/domain/personalization/consent.ts';
import { links } from '../../links.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/form/checkbox.tsx';

/** One paragraph per sentence: a single paragraph would be the largest contentful paint (LCP) of small pages. */
const sentences = CONSENT_TEXT.question.split(/(?<=\.) /);

interface ConsentPanelProps {
  /** Choices to edit; null on the first visit. */
  current: ConsentChoices | null;
  onChoose: (choices: ConsentChoices) => void;
}

/**
 * Asks for consent, with every answer equally easy. Sticks to the bottom of the viewport and ends the page, so it hides no
 * content.
 */
export default function ConsentPanel({ current, onChoose }: ConsentPanelProps) {
  const [choosing, setChoosing] = useState(current !== null);
  const [choices, setChoices] = useState<ConsentChoices>(current ?? NECESSARY_ONLY);
  const panel = useRef<HTMLElement>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    // Takes focus only if opened on request, not on the first visit.
    if (!current) return;
    opener.current = document.activeElement;
    panel.current?.focus();
  }, [current]);
  function answer(answered: ConsentChoices) {
    // Moves focus: the pressed button disappears with the panel.
    if (opener.current instanceof HTMLElement && opener.current !== document.body) opener.current.focus();
    else focusHeading();
    onChoose(answered);
  }
  useRaisedBars(panel);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      data-at-foot
      aria-labelledby="consentimento"
      className="sticky bottom-0 z-30 border-t border-line bg-raised text-ink shadow-lift outline-none"
    >
      <div className="shell grid max-h-[70svh] gap-2 overflow-y-auto py-3 sm:gap-3 sm:py-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center lg:gap-10">
        <div className="grid gap-1">
          <div className="flex flex-wrap items-baseline gap-x-4">
            <h2 id="consentimento" className="text-base sm:text-lg">
              A sua privacidade
            </h2>
            <Link to={links.privacy()} className="text-link inline-block py-0.5 text-sm">
              Política de Privacidade
            </Link>
          </div>
          {sentences.map((sentence) => (
            <p key={sentence} className="text-sm text-ink-soft">
              {sentence}
            </p>
          ))}
          {choosing && <Choices choices={choices} onChange={setChoices} />}
        </div>
        <div className="flex gap-2 *:grow max-sm:*:px-2">
          <Button size="sm" variant="outline" onClick={() => answer(NECESSARY_ONLY)}>
            Só o necessário
          </Button>
          <Button size="sm" variant="outline" onClick={() => answer(EVERYTHING)}>
            Aceitar tudo
          </Button>
          {choosing ? (
            <Button size="sm" variant="outline" onClick={() => answer(choices)}>
              Salvar escolhas
            </Button>
          ) : (
            <Button size="sm" variant="quiet" onClick={() => setChoosing(true)}>
              Escolher
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
}

/**
 * Keeps sticky bars and what receives focus above the panel. By rules of their own: a custom property of the root would
 * restyle the whole page whenever the panel comes or goes.
 */
function useRaisedBars(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const rules = new CSSStyleSheet();
    const observer = new ResizeObserver(() => {
      const height = `${panel.current?.offsetHeight ?? 0}px`;
      rules.replaceSync(
        `html{scroll-padding-block-end:calc(6rem + ${height})}.sticky-at-foot{bottom:calc(.75rem + ${height})}`,
      );
    });
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
    observer.observe(panel.current!);
    return () => {
      observer.disconnect();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== rules);
    };
  }, [panel]);
}

function Choices({
  choices,
  onChange,
}: {
  choices: ConsentChoices;
  onChange: (choices: ConsentChoices) => void;
}) {
  return (
    <div className="mt-1 grid divide-y divide-line">
      <Switch label="Necessário" hint={CONSENT_TEXT.necessary} checked disabled readOnly />
      <Switch
        label="Medição"
        hint={CONSENT_TEXT.measurement}
        checked={choices.measurement}
        onChange={(event) => onChange({ ...choices, measurement: event.target.checked })}
      />
      <Switch
        label="Marketing"
        hint={CONSENT_TEXT.marketing}
        checked={choices.marketing}
        onChange={(event) => onChange({ ...choices, marketing: event.target.checked })}
      />
    </div>
  );
}
