import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type {
  AdjustedLine,
  Receivables,
  RejectedFile,
  RejectedLine,
} from '@mare/contract/admin/settlements.ts';
import { MAX_REPORT_CHARACTERS } from '@mare/domain/payments/settlement-report.ts';
import { UnreadPart } from '../../admin/lists/unread-part.tsx';
import { queries } from '../../api.ts';
import { formatBrl, formatDateTime, formatInteger } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Card } from '../../ui/card.tsx';
import { CsvFileButton } from '../../ui/form/csv-file-button.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { FormError } from '../../ui/states.tsx';
import { commissionsToDeduct } from '../../admin/commissions-to-deduct.ts';
import { Permitted } from '../../admin/permissions/permitted.tsx';
import { FinanceHeading } from './finance-heading.tsx';
import { ReadAtProvider } from './read-at-provider.tsx';
import { problemLabels, stepsFor } from './settlement-problems.ts';

const LISTED = 10;

/** Reconciliation of the provider's settlement reports with the shop's payments. */
export function ReceivablesCard() {
  const receivables = useQuery({ ...queries.admin.finance.receivables.queryOptions(), staleTime: 0 });
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <FinanceHeading section="provedor" />
      <UnreadPart query={receivables} title="Não foi possível carregar o que há a receber." />
      {receivables.data && <Sums receivables={receivables.data} />}
      {receivables.data?.rejectedFiles.map((file) => (
        <RejectedReport key={file.name} {...file} />
      ))}
      <Permitted to="move-money">
        <p className="max-w-2xl text-sm text-ink-soft">
          {receivables.data?.isAutomatic
            ? 'A loja busca os relatórios no provedor todos os dias. Para conferir antes, importe o arquivo (CSV) aqui.'
            : 'Baixe no provedor o relatório de liquidações (CSV) e importe aqui.'}{' '}
          Se uma linha não confere, nada é guardado, e você vê qual.
        </p>
        <ImportReport />
      </Permitted>
    </Card>
  );
}

function Sums({
  receivables: { lastImportAt, lines, gross, fees, net, transferred, payable, toDeduct, adjustments, open },
}: {
  receivables: Receivables;
}) {
  return (
    <>
      <p>
        {lastImportAt === null
          ? 'Nenhum relatório importado ainda.'
          : `Conferidas ${formatInteger(lines)} ${lines === 1 ? 'linha' : 'linhas'}: ${formatBrl(gross)}, menos ${formatBrl(fees)} de tarifas, dá ${formatBrl(net)}. Último relatório em ${formatDateTime(lastImportAt)}.`}
      </p>
      <Adjustments {...adjustments} />
      {transferred !== 0 && <p>Transferido do provedor para o banco: {formatBrl(transferred)}.</p>}
      <p>
        Comissões a pagar: <PayableLink to="/admin/affiliates" centavos={payable.affiliates} /> a afiliados e{' '}
        <PayableLink to="/admin/partners" centavos={payable.partners} /> a parceiros.
      </p>
      {commissionsToDeduct(toDeduct).map((text) => (
        <p key={text}>{text}.</p>
      ))}
      {open.count === 0 ? (
        lastImportAt !== null && (
          <p className="font-semibold">Todos os pagamentos com dinheiro a receber estão nos relatórios.</p>
        )
      ) : (
        <details>
          <summary className="min-h-6 cursor-pointer font-semibold">
            A receber: {formatBrl(open.centavos)} em {formatInteger(open.count)}{' '}
            {open.count === 1 ? 'pagamento que não está' : 'pagamentos que não estão'} em nenhum relatório, já
            sem o que foi devolvido e antes das tarifas
          </summary>
          <ul className="mt-2 grid gap-1 text-sm">
            {open.payments.map(({ paymentId, centavos, approvedAt }) => (
              <li key={paymentId} className="wrap-anywhere">
                {paymentId}: {formatBrl(centavos)}
                {approvedAt && `, pago em ${formatDateTime(approvedAt)}`}
              </li>
            ))}
            {open.count > open.payments.length && (
              <li>E mais {formatInteger(open.count - open.payments.length)}.</li>
            )}
          </ul>
        </details>
      )}
    </>
  );
}

/** Fees that reports have changed. */
function Adjustments({ count, centavos, latest }: Receivables['adjustments']) {
  if (count === 0) return null;
  return (
    <details>
      <summary className="min-h-6 cursor-pointer font-semibold">
        Tarifas acertadas pelos relatórios: {formatBrl(centavos)} em {formatInteger(count)}{' '}
        {count === 1 ? 'linha' : 'linhas'}
      </summary>
      <ul className="mt-2 grid gap-1 text-sm">
        {latest.map((fees) => (
          <li key={`${fees.paymentId} ${fees.reportedCentavos}`} className="wrap-anywhere">
            {fees.paymentId}: {compareAmounts(fees)}
          </li>
        ))}
        {count > latest.length && <li>E mais {formatInteger(count - latest.length)}.</li>}
      </ul>
    </details>
  );
}

function compareAmounts({
  bookedCentavos,
  reportedCentavos,
}: Pick<AdjustedLine, 'bookedCentavos' | 'reportedCentavos'>): string {
  return `no livro-caixa ${formatBrl(bookedCentavos)}, no relatório ${formatBrl(reportedCentavos)}`;
}

function PayableLink({ to, centavos }: { to: string; centavos: number }) {
  return (
    <Link to={to} className="text-link">
      {formatBrl(centavos)}
    </Link>
  );
}

function ImportReport() {
  const client = useQueryClient();
  const send = useMutation(
    queries.admin.finance.importReport.mutationOptions({
      // Sums change too: the ledger gets entries.
      onSuccess: () => client.invalidateQueries({ queryKey: queries.admin.finance.key() }),
    }),
  );
  return (
    <div className="grid justify-items-start gap-2">
      <CsvFileButton
        fileLabel="Relatório de liquidações em CSV"
        loading={send.isPending}
        maxCharacters={MAX_REPORT_CHARACTERS}
        onText={(csv) => send.mutate({ csv })}
      >
        Importar relatório
      </CsvFileButton>
      {send.isError && <FormError>{errorMessage(send.error)}</FormError>}
      <LiveRegion>{send.data && <Outcome {...send.data} />}</LiveRegion>
    </div>
  );
}

function Outcome({
  imported,
  known,
  rejected,
  rejectedCount,
  adjusted,
  adjustedCount,
}: {
  imported: number;
  known: number;
  rejected: RejectedLine[];
  rejectedCount: number;
  adjusted: AdjustedLine[];
  adjustedCount: number;
}) {
  if (imported + known + rejectedCount === 0)
    return <span className="text-sm">O arquivo não tem nenhum lançamento: nada mudou.</span>;
  if (rejected.length === 0)
    return (
      <div className="grid gap-1 text-sm">
        <span>
          {formatInteger(imported)} {imported === 1 ? 'linha importada' : 'linhas importadas'}
          {known > 0 && `; ${formatInteger(known)} já ${known === 1 ? 'estava' : 'estavam'} aqui`}.
        </span>
        {adjusted.length > 0 && (
          <strong>A tarifa não era a do livro-caixa: a diferença foi lançada, e vale a do relatório.</strong>
        )}
        {adjusted.slice(0, LISTED).map(({ line, paymentId, ...fees }) => (
          <span key={line} className="wrap-anywhere">
            Linha {formatInteger(line)}, pagamento {paymentId}: {compareAmounts(fees)}.
          </span>
        ))}
        {adjustedCount > LISTED && <span>E mais {formatInteger(adjustedCount - LISTED)}.</span>}
      </div>
    );
  return (
    <div className="grid gap-1 text-sm">
      <strong>Nada foi importado.</strong>
      <RejectedLines rejected={rejected} rejectedCount={rejectedCount} />
    </div>
  );
}

/** A file from the provider's API. */
function RejectedReport({ name, readAt, rejected, rejectedCount, isRetried }: RejectedFile) {
  return (
    <div className="grid gap-1 text-sm" role="alert">
      <strong className="wrap-anywhere">
        O relatório {name}, lido em {formatDateTime(readAt)}, não foi importado.
      </strong>
      <RejectedLines rejected={rejected} rejectedCount={rejectedCount} />
      <span>
        {isRetried
          ? 'Quando a loja conhece todos estes pagamentos, tenta importar este arquivo de novo, de hora em hora. Para não esperar, baixe-o no provedor e importe-o aqui.'
          : 'Depois de resolver, baixe o arquivo no provedor e importe-o aqui. Este aviso sai quando as linhas dele estão importadas.'}
      </span>
    </div>
  );
}

function RejectedLines({ rejected, rejectedCount }: Pick<RejectedFile, 'rejected' | 'rejectedCount'>) {
  return (
    <>
      {rejected.slice(0, LISTED).map((rejectedLine) => (
        <Fragment key={rejectedLine.line}>
          <span className="wrap-anywhere text-warning">{rejectedSentence(rejectedLine)}</span>
          {rejectedLine.problem === 'UNKNOWN_PAYMENT' && rejectedLine.paymentId && (
            <ReadAtProvider paymentId={rejectedLine.paymentId} />
          )}
        </Fragment>
      ))}
      {stepsFor(rejected.map(({ problem }) => problem)).map((step) => (
        <span key={step}>{step}</span>
      ))}
      {rejectedCount > LISTED && <span>E mais {formatInteger(rejectedCount - LISTED)}.</span>}
    </>
  );
}

function rejectedSentence({ line, problem, paymentId, ...amounts }: RejectedLine): string {
  const { bookedCentavos, reportedCentavos } = amounts;
  const differ =
    bookedCentavos === undefined || reportedCentavos === undefined
      ? ''
      : problem === 'OTHER_AMOUNT'
        ? ` (na loja ${formatBrl(bookedCentavos)}, no relatório ${formatBrl(reportedCentavos)})`
        : ` (${compareAmounts({ bookedCentavos, reportedCentavos })})`;
  const where = `Linha ${formatInteger(line)}${paymentId ? `, pagamento ${paymentId}` : ''}`;
  return `${where}: ${problemLabels[problem]}${differ}.`;
}
