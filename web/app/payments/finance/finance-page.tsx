import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { FinanceFigures, FinanceReport } from '@mare/contract/admin/finance.ts';
import { describeRecordedLater } from '@mare/domain/admin/recorded-later.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import { ChosenDays, type Days } from '../../admin/chosen-days.tsx';
import { ExportButton } from '../../admin/lists/export-button.tsx';
import { useFocusSection } from '../../admin/sections/use-focus-section.ts';
import { queries } from '../../api.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { formatBrl } from '../../format.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState, FormError, Skeleton } from '../../ui/states.tsx';
import { ProofCard } from './proof-card.tsx';
import { CashCard } from './cash-card.tsx';
import { EntryCard } from './entry-card.tsx';
import { ReceivablesCard } from './receivables-card.tsx';
import { FinanceSectionLinks } from './finance-section-links.tsx';
import { FinanceEntries } from './finance-entries.tsx';
import { FinanceTables } from './finance-tables.tsx';
import { PromotionReportCard } from './promotion-report-card.tsx';
import { LedgerTransaction } from './ledger-transaction.tsx';
import { type Drill, FINANCE_KINDS, figureLabels } from './finance-labels.ts';
import { serverNow } from '../../ui/server-clock.ts';

export const meta = pageMeta({
  title: 'Financeiro',
  description: 'Vendas, reembolsos, tarifas e resultado, lidos do livro-caixa.',
  index: false,
});

const DAY_MS = 86_400_000;

/** The Financeiro page of a period, from the ledger alone. The period is stored in the URL. */
export default function FinancePage() {
  const [params, setParams] = useSearchParams();
  const [today] = useState(() => dateInMaceio(serverNow()));
  const monthAgo = new Date(Date.parse(today) - 29 * DAY_MS).toISOString().slice(0, 10);
  const period = { from: params.get('de') ?? monthAgo, to: params.get('ate') ?? today };
  const [drill, setDrill] = useState<Drill | null>(null);
  const openedKey = params.get('transacao');
  const openTransaction = (key: string | null) => {
    setDrill(null);
    setParams(
      (current) => {
        current.delete('transacao');
        if (key) current.set('transacao', key);
        return current;
      },
      { preventScrollReset: true },
    );
  };
  const isValid = period.from <= period.to;
  const report = useQuery({
    ...queries.admin.finance.report.queryOptions({ input: period }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: isValid,
  });
  const hasEntries = report.data?.days.length !== 0;
  useFocusSection(!report.isPending);
  const change = ({ from, until }: Days) => {
    if (from && until) setParams({ de: from, ate: until }, { preventScrollReset: true, replace: true });
  };
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-3xl">Financeiro</h1>
        <div className="flex flex-wrap items-end gap-3">
          <ChosenDays days={{ from: period.from, until: period.to }} max={today} onChange={change} />
          {(['xlsx', 'pdf'] as const).map((format) => (
            <ExportButton
              key={format}
              list="extrato"
              format={format}
              search={{ de: period.from, ate: period.to }}
              label={`Extrato em ${format.toUpperCase()}`}
            />
          ))}
          <ExportButton list="vendas" search={{ de: period.from, ate: period.to }} label="Exportar por dia" />
          <ExportButton
            list="movimento"
            search={{ de: period.from, ate: period.to }}
            label="Exportar por pedido"
          />
        </div>
      </div>
      <FinanceSectionLinks hasEntries={hasEntries} />
      {!isValid && <FormError>O primeiro dia deve vir antes do último.</FormError>}
      {report.isError && (
        <ErrorState title="O livro-caixa não pôde ser lido." onRetry={() => report.refetch()} />
      )}
      {report.isPending && isValid && <Skeleton className="h-72" />}
      {report.data && <Report report={report.data} onDrill={setDrill} onOpen={openTransaction} />}
      <ReceivablesCard />
      <CashCard />
      <EntryCard rifas={report.data?.rifas ?? []} />
      <PromotionReportCard rifas={report.data?.rifas ?? []} />
      {drill && (
        <FinanceEntries
          drill={drill}
          period={period}
          onOpen={openTransaction}
          onClose={() => setDrill(null)}
        />
      )}
      {openedKey && <LedgerTransaction transactionKey={openedKey} onClose={() => openTransaction(null)} />}
    </>
  );
}

interface ReportProps {
  report: FinanceReport;
  onDrill: (drill: Drill) => void;
  onOpen: (transactionKey: string) => void;
}

function Report({ report, onDrill, onOpen }: ReportProps) {
  return (
    <>
      {report.unbalanced.length > 0 && (
        <FormError>
          O livro-caixa não fecha: estes lançamentos não somam zero. Confira antes de devolver ou repassar
          dinheiro.{' '}
          {report.unbalanced.map((key) => (
            <button
              key={key}
              type="button"
              className="text-link mr-3 min-h-6 wrap-anywhere"
              onClick={() => onOpen(key)}
            >
              {key}
            </button>
          ))}
        </FormError>
      )}
      {report.proof && <ProofCard proof={report.proof} />}
      <Totals report={report} onDrill={onDrill} />
      {report.days.length === 0 ? (
        <EmptyState icon="search" title="Nenhum lançamento neste período." />
      ) : (
        <FinanceTables report={report} onDrill={onDrill} />
      )}
    </>
  );
}

/** Totals of the period beside those of the previous period of equal length. Each opens its entries. */
function Totals({
  report: { total, before, recordedLater },
  onDrill,
}: {
  report: FinanceReport;
  onDrill: (drill: Drill) => void;
}) {
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3 large-text:grid-cols-1">
        {FINANCE_KINDS.map((kind) => (
          <Card key={kind} className="grid content-start gap-1 p-3 sm:p-6">
            <dt className="text-sm font-semibold text-ink-soft">{figureLabels[kind]}</dt>
            <dd className="tabular font-display font-bold sm:text-lg">
              {total[kind] === 0 ? (
                formatBrl(0)
              ) : (
                <button
                  type="button"
                  className="text-link min-h-6"
                  onClick={() => onDrill({ kind, title: figureLabels[kind] })}
                >
                  {formatBrl(total[kind])}
                </button>
              )}
            </dd>
            <Before figures={before} kind={kind} />
          </Card>
        ))}
        {(['gross', 'result'] as const).map((kind) => (
          <Card key={kind} className="grid content-start gap-1 p-3 sm:p-6">
            <dt className="text-sm font-semibold text-ink-soft">{figureLabels[kind]}</dt>
            <dd className="tabular font-display font-bold sm:text-lg">{formatBrl(total[kind])}</dd>
            <Before figures={before} kind={kind} />
          </Card>
        ))}
      </dl>
      {recordedLater && <p className="text-sm text-ink-soft">{describeRecordedLater(recordedLater)}</p>}
    </>
  );
}

function Before({ figures, kind }: { figures: FinanceFigures; kind: keyof FinanceFigures }) {
  return <dd className="text-sm text-ink-soft">Antes: {formatBrl(figures[kind])}</dd>;
}
