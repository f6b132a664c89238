import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { Link } from 'react-router';
import type { LotteryArchive } from '@mare/contract/draws/lottery-archive.ts';
import { MAX_ARCHIVE_CHARACTERS } from '@mare/domain/draws/lottery/archive-file.ts';
import { queries } from '../../api.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { formatDateTime, formatInteger } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Badge } from '../../ui/data-display/badge.tsx';
import { CsvFileButton } from '../../ui/form/csv-file-button.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { ListLoading } from '../../ui/loading/list-loading.tsx';
import { ErrorState, FormError } from '../../ui/states.tsx';
import { drawErrorMessage } from '../draw-error-messages.ts';
import { formatIsoDate } from '../draw-labels.ts';
import { anomalySentence, confidenceLabel, rejectedLineLabel, sourceLabel } from './archive-labels.ts';

export const meta = pageMeta({
  title: 'Extrações',
  description: 'O que as fontes dizem da Loteria Federal.',
  index: false,
});

/** Archive of extractions: sources, upcoming extractions and anomalies. */
export default function LotteryArchivePage() {
  const archive = useQuery({ ...queries.draws.archive.queryOptions(), refetchInterval: 60_000 });
  return (
    <>
      <header className="grid gap-2">
        <h1 className="text-3xl">Extrações da Loteria Federal</h1>
        <p className="max-w-2xl text-ink-soft">
          O sorteio de cada rifa depende só daqui: dos números e dias que as fontes informam, guardados como
          vieram. Dias e números futuros são estimados do histórico e do que a própria loteria anuncia.
        </p>
        <Link to="/admin/sorteios" className="justify-self-start text-sea underline">
          Voltar aos sorteios
        </Link>
      </header>
      {archive.isPending && <ListLoading />}
      {archive.isError && !archive.data && (
        <ErrorState title="Erro ao carregar as extrações" onRetry={() => archive.refetch()}>
          {errorMessage(archive.error)}
        </ErrorState>
      )}
      {archive.data && <Archive archive={archive.data} />}
    </>
  );
}

function Archive({ archive }: { archive: LotteryArchive }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Sources archive={archive} />
        <Anomalies archive={archive} />
        <Coming archive={archive} />
      </div>
      <Latest archive={archive} />
    </div>
  );
}

function Sources({ archive: { sources, isFresh } }: { archive: LotteryArchive }) {
  const client = useQueryClient();
  const refresh = useMutation(
    queries.draws.refreshArchive.mutationOptions({
      onSuccess: () => void toast.success('Fontes consultadas.'),
      onSettled: () => client.invalidateQueries({ queryKey: queries.draws.archive.key() }),
    }),
  );
  return (
    <Card padded className="grid content-start gap-4">
      <h2 className="text-xl">Fontes</h2>
      {!isFresh && (
        <p role="alert" className="font-semibold text-warning">
          O arquivo pode estar desatualizado. Enquanto isso, nenhum sorteio é lacrado.
        </p>
      )}
      {sources.length === 0 && <p className="text-ink-soft">Nenhuma fonte respondeu ainda.</p>}
      <ul className="grid gap-3">
        {sources.map((source) => (
          <li key={source.name} className="grid gap-1">
            <span className="flex flex-wrap items-center gap-2">
              <strong>{sourceLabel(source.name)}</strong>
              <Badge tone={source.error ? 'danger' : 'success'}>
                {source.error ? 'Sem resposta' : 'Em dia'}
              </Badge>
            </span>
            <span className="text-sm text-ink-soft">
              {source.latestNumber !== null && `Última extração: ${source.latestNumber}. `}
              {source.answeredAt ? `Respondeu em ${formatDateTime(source.answeredAt)}.` : 'Nunca respondeu.'}
              {source.error && ` Erro: ${source.error}.`}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          size="sm"
          icon="refresh"
          loading={refresh.isPending}
          onClick={() => refresh.mutate({})}
        >
          Buscar agora
        </Button>
        <ImportFile />
      </div>
      {refresh.isError && <FormError>{errorMessage(refresh.error)}</FormError>}
    </Card>
  );
}

function ImportFile() {
  const client = useQueryClient();
  const send = useMutation(
    queries.draws.importArchive.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: queries.draws.archive.key() }),
    }),
  );
  return (
    <div className="grid justify-items-start gap-2">
      <CsvFileButton
        fileLabel="Arquivo CSV de extrações"
        loading={send.isPending}
        maxCharacters={MAX_ARCHIVE_CHARACTERS}
        onText={(csv) => send.mutate({ csv })}
      >
        Importar arquivo
      </CsvFileButton>
      {send.isError && <FormError>{drawErrorMessage(send.error)}</FormError>}
      <LiveRegion className="grid text-sm">
        {send.data && (
          <>
            <span>{formatInteger(send.data.imported)} extrações importadas.</span>
            {send.data.rejected.slice(0, 5).map(({ line, reason }) => (
              <span key={line} className="text-warning">
                Linha {formatInteger(line)}: {rejectedLineLabel(reason)}
              </span>
            ))}
            {send.data.rejected.length > 5 && (
              <span>E mais {formatInteger(send.data.rejected.length - 5)}.</span>
            )}
          </>
        )}
      </LiveRegion>
    </div>
  );
}

function Coming({ archive: { coming } }: { archive: LotteryArchive }) {
  return (
    <Card padded className="grid content-start gap-4">
      <h2 className="text-xl">Próximas extrações</h2>
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="text-ink-soft">
            <th scope="col" className="py-1 pr-3">
              Extração
            </th>
            <th scope="col" className="py-1 pr-3">
              Quando
            </th>
            <th scope="col" className="py-1">
              Certeza
            </th>
          </tr>
        </thead>
        <tbody>
          {coming.map((extraction) => (
            <tr key={extraction.number} className="border-t border-line">
              <td className="py-2 pr-3 font-semibold">{extraction.number}</td>
              <td className="py-2 pr-3">{formatDateTime(extraction.runsAt)}</td>
              <td className="py-2">{confidenceLabel(extraction)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Latest({ archive: { latest } }: { archive: LotteryArchive }) {
  return (
    <Card padded className="grid content-start gap-4">
      <h2 className="text-xl">Últimas extrações</h2>
      <ul className="grid gap-3">
        {latest.map(({ number, date, prizes, sources }) => (
          <li key={number} className="grid gap-1 border-t border-line pt-3 first:border-0 first:pt-0">
            <span>
              <strong>{number}</strong>, {formatIsoDate(date)}
            </span>
            <span className="font-mono text-sm">{prizes ? prizes.join(' · ') : 'Prêmios incompletos'}</span>
            <span className="text-xs text-ink-soft">{sources.map(sourceLabel).join(', ')}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Anomalies({ archive: { anomalies } }: { archive: LotteryArchive }) {
  return (
    <Card padded className="grid content-start gap-4">
      <h2 className="text-xl">Para conferir</h2>
      {anomalies.length === 0 && (
        <p className="text-ink-soft">Nada estranho: números em sequência e fontes de acordo.</p>
      )}
      <ul className="grid gap-2 text-sm">
        {anomalies.map((anomaly) => (
          <li key={`${anomaly.kind}:${anomaly.number}`}>{anomalySentence(anomaly)}</li>
        ))}
      </ul>
    </Card>
  );
}
