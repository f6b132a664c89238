import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { WAIT_DAYS } from '@mare/domain/draws/lottery/declared-clause.ts';
import { isSimulated } from '@mare/domain/draws/lottery/simulated-source.ts';
import { formatCotaNumber, formatDateTime, formatInteger } from '../../format.ts';
import { links } from '../../links.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import {
  clauseSentence,
  correctionSentence,
  describeFallback,
  describeRule,
  describeStep,
  isAsSealed,
  isUnconfirmed,
  originSentence,
  stepKey,
  unconfirmedMark,
} from '../draw-labels.ts';
import { HashText } from '../hash-text.tsx';
import { LotteryPrizes } from '../lottery-prizes.tsx';
import { AuditSection, Evidence } from './audit-section.tsx';
import { ProofFiles } from './proof-files.tsx';
import { SealSection } from './seal-section.tsx';

/**
 * Audit of a draw in chronological order. Includes the steps that are still to come, except for a cancelled rifa.
 */
export function AuditSections({ audit }: { audit: DrawAudit }) {
  const goesOn = audit.rifa.status !== 'cancelled';
  return (
    <ol className="grid gap-8">
      <RuleSection audit={audit} />
      {(goesOn || audit.list) && <ListSection audit={audit} />}
      {(goesOn || audit.seals.length > 0) && <SealSection audit={audit} />}
      {goesOn && <LotterySection audit={audit} />}
      {goesOn && <CalculationSection audit={audit} />}
    </ol>
  );
}

function RuleSection({ audit: { rule, rifa } }: { audit: DrawAudit }) {
  return (
    <AuditSection icon="info" title="A regra, desde antes das vendas" done>
      <p>{describeRule(rule.version, rifa.totalNumbers)}</p>
      <p className="text-ink-soft">{describeFallback(rule.fallback)}</p>
      <p className="text-ink-soft">
        {rule.cotaWinsOnce
          ? 'Cada cota ganha no máximo um prêmio.'
          : 'Uma mesma cota pode ganhar mais de um prêmio.'}{' '}
        Regra {rule.version}.
      </p>
      <DeclaredClause />
    </AuditSection>
  );
}

/** States which extraction decides when the lottery deviates from its announcement. */
function DeclaredClause() {
  return (
    <details className="rounded-md border border-line">
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-semibold">
        Se a loteria mudar os planos
      </summary>
      <ul className="grid list-disc gap-2 border-t border-line py-3 pr-4 pl-9 text-ink-soft">
        <li>
          Se ela adiar ou antecipar a extração lacrada, o mesmo número continua valendo por até {WAIT_DAYS}{' '}
          dias, desde que a extração aconteça depois do lacre.
        </li>
        <li>
          Se ela pular ou cancelar essa extração, fizer o sorteio antes do lacre, ou não publicar os cinco
          prêmios em {WAIT_DAYS} dias, vale a extração seguinte, do dia lacrado em diante.
        </li>
        <li>
          Ninguém escolhe: o sistema aplica esta regra, e cada passo aparece nesta página, com a data e o
          motivo.
        </li>
      </ul>
    </details>
  );
}

function ListSection({ audit: { list, rifa } }: { audit: DrawAudit }) {
  if (!list)
    return (
      <AuditSection icon="ticket" title="A lista de vendidos" done={false}>
        <p className="text-ink-soft">
          {rifa.status === 'completed'
            ? 'Este sorteio é anterior às listas publicadas.'
            : 'Será congelada no fim das vendas, quando nenhum pagamento estiver pendente.'}
        </p>
      </AuditSection>
    );
  return (
    <AuditSection icon="ticket" title="A lista de vendidos" done>
      <p>
        Congelada em {formatDateTime(list.frozenAt)} com {formatInteger(list.soldNumbers)} de{' '}
        {formatInteger(rifa.totalNumbers)} números. Cada linha traz o número e um código que representa o
        comprador, sem dizer quem é.
      </p>
      {list.excludedNumbers > 0 && (
        <p className="text-ink-soft">
          {formatInteger(list.excludedNumbers)}{' '}
          {list.excludedNumbers === 1 ? 'cota paga ficou' : 'cotas pagas ficaram'} de fora: no congelamento, o
          pagamento estava contestado ou sendo devolvido.
        </p>
      )}
      <dl className="grid gap-3">
        <HashText label="SHA-256 da lista" hash={list.hash} />
        <HashText label="Raiz da árvore de Merkle" hash={list.root} />
      </dl>
      <a
        href={links.drawList(rifa.id)}
        download
        className={classNames(buttonClass({ variant: 'outline', size: 'sm' }), 'justify-self-start')}
      >
        Baixar a lista
      </a>
    </AuditSection>
  );
}

function LotterySection({ audit: { draws, awaits, seals, clauseSteps } }: { audit: DrawAudit }) {
  const sealed = seals.at(-1)?.extraction;
  const results = draws.at(-1)?.results ?? [];
  if (results.length === 0)
    return (
      <AuditSection icon="dice" title="A Loteria Federal" done={false}>
        <p className="text-ink-soft">
          {awaits === null
            ? 'Os cinco prêmios da extração decidem. Ninguém os conhece antes.'
            : awaits > (sealed ?? awaits) && isAsSealed(clauseSteps)
              ? `O resultado da extração ${sealed} foi confirmado, e a conta sai em instantes. Se ela não bastar para todos os prêmios, vale também a extração ${awaits}.`
              : `À espera da extração ${awaits}. Se ela for adiada, o número continua valendo por até ${WAIT_DAYS} dias.`}
        </p>
        {sealed !== undefined && <ClauseSteps steps={clauseSteps} sealed={sealed} />}
      </AuditSection>
    );
  return (
    <AuditSection icon="dice" title="A Loteria Federal" done>
      {sealed !== undefined && <ClauseSteps steps={clauseSteps} sealed={sealed} />}
      {results.map((result) => (
        <div key={result.extraction} className="grid gap-3">
          <LotteryPrizes result={result} />
          {isUnconfirmed(result) && (
            <p className="justify-self-start rounded-md bg-warning-tint px-4 py-2 font-semibold text-warning">
              {unconfirmedMark(result)}
            </p>
          )}
          <p className="text-sm text-ink-soft">
            {originSentence(result)}
            {result.confirmedAt && ` Vale desde ${formatDateTime(result.confirmedAt)}.`}
            {result.officialAgreedAt &&
              ` A fonte oficial confirmou em ${formatDateTime(result.officialAgreedAt)}.`}{' '}
            {result.note}
          </p>
          {result.rawBody && (
            <Evidence
              title={
                isSimulated(result)
                  ? 'A resposta da loteria simulada, byte por byte'
                  : 'A resposta oficial, byte por byte'
              }
              text={result.rawBody}
            />
          )}
        </div>
      ))}
    </AuditSection>
  );
}

/** Irregular extractions, and how the declared clause applied to each. */
function ClauseSteps({ steps, sealed }: { steps: DrawAudit['clauseSteps']; sealed: number }) {
  if (steps.length === 0) return null;
  return (
    <ol className="grid gap-2">
      {steps.map((step) => (
        <li key={step.appliedAt + step.reason}>
          <time dateTime={step.appliedAt} className="font-semibold">
            {formatDateTime(step.appliedAt)}
          </time>
          : {clauseSentence(step, sealed)}
        </li>
      ))}
    </ol>
  );
}

function CalculationSection({ audit: { draws, rifa } }: { audit: DrawAudit }) {
  const draw = draws.at(-1);
  if (!draw)
    return (
      <AuditSection icon="trophy" title="A conta" done={false}>
        <p className="text-ink-soft">Cada passo da conta aparecerá aqui, e você poderá refazê-la.</p>
      </AuditSection>
    );
  return (
    <AuditSection icon="trophy" title="A conta" done>
      <ol className="grid gap-2">
        {draw.outcome.steps.map((step) => (
          <li key={stepKey(step)}>
            <strong>{step.position}º prêmio.</strong> {describeStep(step, rifa.totalNumbers)}
          </li>
        ))}
      </ol>
      {draws.length > 1 && (
        <p className="text-sm text-ink-soft">
          Versão {draw.version}, de {formatDateTime(draw.drawnAt)}: {correctionSentence(draws)} As apurações
          anteriores continuam guardadas:{' '}
          {draws
            .slice(0, -1)
            .map(
              (old) =>
                `versão ${old.version}, números ${old.outcome.winners.map(({ number }) => (number === null ? 'nenhum' : formatCotaNumber(number, rifa.totalNumbers))).join(', ')}`,
            )
            .join('; ')}
          .
        </p>
      )}
      <ProofFiles rifaId={rifa.id} label="Baixar a prova completa" />
    </AuditSection>
  );
}
