import { isSimulated } from '@mare/domain/draws/lottery/simulated-source.ts';
import { useEffect, useRef } from 'react';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import type { CheckedDraw } from '@mare/domain/draws/verifying/verify-draw.ts';
import type { Findings } from '@mare/domain/transparency/verify/verdict/findings.ts';
import { describeFinding } from '@mare/domain/transparency/verify/verdict/describe-finding.ts';
import { describeVerdict } from '@mare/domain/transparency/verify/verdict/verdict.ts';
import { formatInteger } from '../../format.ts';
import { links } from '../../links.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { ProgressBar } from '../../ui/data-display/progress-bar.tsx';
import { describeStep, stepKey } from '../draw-labels.ts';
import { HashText } from '../hash-text.tsx';
import { useVerification, type Verification } from './use-verification.ts';

const LOTTERY_PAGE = 'https://loterias.caixa.gov.br/Paginas/Federal.aspx';

const OF_DRAW = {
  does: 'recalcula o lacre e refaz o sorteio, sem usar os ganhadores que este site anuncia.',
  begin: 'Refazer o sorteio agora',
  again: 'Refazer de novo',
};

const OF_SEAL = {
  does: 'recalcula o lacre e o compara com o registro público. O sorteio você refaz depois dele.',
  begin: 'Conferir a lista agora',
  again: 'Conferir de novo',
};

/** Downloads the list and recomputes the whole draw in the browser, or before it the seal. */
export function VerificationPanel({ audit }: { audit: DrawAudit }) {
  const [state, start] = useVerification();
  const { record, list, rifa, draws } = audit;
  if (!record || !list) return null;
  const megabytes = list.bytes / 1e6;
  const size = megabytes >= 1 ? ` (cerca de ${formatInteger(Math.round(megabytes))} MB)` : '';
  const words = draws.length > 0 ? OF_DRAW : OF_SEAL;
  return (
    <Card padded className="grid gap-5">
      <div className="grid gap-2">
        <h2 id="confira" className="flex items-center gap-3 text-2xl">
          <Icon name="shield" className="size-7 text-sea" />
          Confira no seu aparelho
        </h2>
        <p className="text-ink-soft">
          O seu aparelho baixa a lista{size}, {words.does}
        </p>
      </div>
      <Button
        variant="secondary"
        icon="refresh"
        className="justify-self-start"
        loading={state.kind === 'progress'}
        loadingText="Conferindo..."
        onClick={() => start(rifa.id, record)}
      >
        {state.kind === 'idle' ? words.begin : words.again}
      </Button>
      {state.kind === 'progress' && (
        <ProgressBar percent={state.share * 100} label="Lista lida e conferida" />
      )}
      <LiveRegion className="grid gap-5">
        {state.kind === 'failed' ? (
          <p className="font-semibold text-danger">
            {state.code === 'unreachable'
              ? 'A lista não chegou inteira. Verifique sua internet e tente de novo.'
              : 'A lista publicada não está no formato combinado: ela não confere.'}
          </p>
        ) : (
          state.kind === 'checked' && <Checked state={state} audit={audit} />
        )}
      </LiveRegion>
    </Card>
  );
}

interface CheckedProps {
  state: Extract<Verification, { kind: 'checked' }>;
  audit: DrawAudit;
}

function Checked({ state, audit }: CheckedProps) {
  const { found, hash, root } = state;
  const { title, advice } = describeVerdict(found);
  return (
    <>
      <Verdict verdict={found.verdict} title={title} />
      {advice.length > 0 && <Advice advice={advice} />}
      <Items state={state} audit={audit} />
      {found.verdict !== 'failed' && <LeftToCompare audit={audit} />}
      <dl className="grid gap-3 text-sm">
        <HashText label="SHA-256 da lista, calculado aqui" hash={hash} />
        <HashText label="Raiz da árvore, calculada aqui" hash={root} />
      </dl>
    </>
  );
}

const VERDICT_STYLES = {
  honest: { icon: 'check', style: 'bg-success-tint text-success' },
  partial: { icon: 'info', style: 'bg-warning-tint text-warning' },
  failed: { icon: 'alert', style: 'bg-danger-tint text-danger' },
} as const;

function Verdict({ verdict, title }: { verdict: Findings['verdict']; title: string }) {
  const { icon, style } = VERDICT_STYLES[verdict];
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <p
      ref={place}
      tabIndex={-1}
      className={classNames(
        'flex scroll-mt-24 items-center gap-3 rounded-md px-4 py-3 text-lg font-bold',
        style,
      )}
    >
      <Icon name={icon} className="size-6 shrink-0" />
      {title}
    </p>
  );
}

function Advice({ advice }: { advice: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-2 pl-5">
      {advice.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}

/** Asks the visitor to compare the prizes and the seal with outside sources, which code cannot verify. */
function LeftToCompare({ audit }: { audit: DrawAudit }) {
  const results = audit.draws.at(-1)?.results ?? [];
  const simulated = results.some(isSimulated);
  const extractions = results.map(({ extraction }) => extraction).join(' e ');
  return (
    <div className="grid gap-2 rounded-md bg-sunken px-4 py-3">
      <p className="font-semibold">Falta só o seu olho</p>
      <p className="text-sm text-ink-soft">
        {audit.draws.length === 0 ? (
          'Anote o lacre: no dia do sorteio tem de ser o mesmo.'
        ) : (
          <>
            Os cinco prêmios da extração {extractions} são os que a{' '}
            <a
              href={LOTTERY_PAGE}
              target="_blank"
              rel="noreferrer"
              className="font-semibold text-sea underline underline-offset-4"
            >
              Caixa publicou
            </a>
            ? {simulated && 'Nesta demonstração, não: a extração foi simulada. '}E, se você anotou o lacre
            antes da extração, é este mesmo?
          </>
        )}
      </p>
    </div>
  );
}

const STATE_ICONS = {
  holds: { icon: 'check', label: 'Confere', style: 'text-success' },
  open: { icon: 'info', label: 'Não conferido', style: 'text-warning' },
  fails: { icon: 'close', label: 'Não confere', style: 'text-danger' },
} as const;

function Items({ state: { found, checked }, audit }: CheckedProps) {
  return (
    <ol className="grid gap-3">
      {found.findings.map(describeFinding).map(({ item, state, title, text }) => {
        const { icon, label, style } = STATE_ICONS[state];
        return (
          <li key={item} className="grid gap-1">
            <p className="flex items-start gap-3 font-semibold">
              <Icon name={icon} label={label} className={classNames('mt-0.5 size-5 shrink-0', style)} />
              {title}
            </p>
            <p className="pl-8 text-sm text-ink-soft">
              {text}
              {item === 'receipt' && (
                <>
                  {' '}
                  <a href={links.verifier()} className="font-semibold text-sea underline underline-offset-4">
                    Confira com os seus comprovantes
                  </a>
                </>
              )}
            </p>
            {item === 'timestamps' && <Anchors attested={checked.attested} />}
            {item === 'arithmetic' && <Steps checked={checked} total={audit.rifa.totalNumbers} />}
          </li>
        );
      })}
    </ol>
  );
}

function Anchors({ attested }: Pick<CheckedDraw, 'attested'>) {
  return attested.map((one) => (
    <p key={one.kind} className="pl-8 text-sm break-all text-ink-soft">
      {one.kind === 'bitcoin'
        ? `O lacre leva ao bloco ${formatInteger(one.height)} da rede Bitcoin, de raiz ${one.merkleRoot}.`
        : 'O lacre foi anotado fora deste site; o bloco da rede Bitcoin ainda vem.'}
    </p>
  ));
}

function Steps({ checked, total }: { checked: CheckedDraw; total: number }) {
  if (!checked.outcome) return null;
  return (
    <ul className="grid gap-1.5 pl-8 text-sm text-ink-soft">
      {checked.outcome.steps.map((step) => (
        <li key={stepKey(step)}>
          <strong>{step.position}º prêmio.</strong> {describeStep(step, total)}
        </li>
      ))}
    </ul>
  );
}
