import { HydrationBoundary, useQuery } from '../fetching/deferred-cache/use-query.tsx';
import { type ReactNode, Suspense } from 'react';
import type { LogOverview } from '@mare/contract/transparency/transparency.ts';
import { type ApiQueries, queries } from '../api.ts';
import { pageMeta } from '../document/page-meta.ts';
import { prefetchInBrowser } from '../fetching/prefetch.ts';
import { prefetchOnServer } from '../fetching/prefetch-on-server.ts';
import { formatDateTime, formatInteger } from '../format.ts';
import { links } from '../links.ts';
import { Card } from '../ui/card.tsx';
import { EvidenceAlert } from '../ui/evidence-alert.tsx';
import { lazyComponent } from '../ui/loading/lazy-component.ts';
import { ListLoading } from '../ui/loading/list-loading.tsx';
import { ErrorState } from '../ui/states.tsx';
import type { Route } from './+types/transparency-page.ts';
import { LogEntryList } from './log-entry-list.tsx';

const LogWatch = lazyComponent(() => import('./log-watch.tsx'));

/** Name of the witness that the demonstration runs itself. */
const DEMO_WITNESS = 'demonstracao';

const pageQueries = (api: ApiQueries) => [api.transparency.overview.queryOptions()];

export const loader = ({ context }: Route.LoaderArgs) => prefetchOnServer(context, pageQueries);

export const clientLoader = () => prefetchInBrowser(pageQueries);

export const meta = pageMeta({
  title: 'Registro público',
  description:
    'Tudo o que decide um sorteio fica anotado em um registro que só cresce: ninguém muda nem apaga o que já foi assinado.',
  path: links.transparency(),
});

export default function TransparencyPage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <main id="conteudo" className="shell grid max-w-4xl gap-8 py-8 sm:py-12">
        <header className="grid gap-3">
          <h1 className="text-3xl">Registro público</h1>
          <p className="max-w-2xl text-lg text-ink-soft">
            Cada rifa publicada, cada pedido pago, cada lista, lacre, resultado e ganhador é anotado aqui na
            hora em que acontece. O registro só cresce: mudar ou apagar uma anotação contradiz o que já foi
            assinado, e quem guardou uma cópia consegue provar.
          </p>
        </header>
        <Overview />
      </main>
    </HydrationBoundary>
  );
}

function Overview() {
  const overview = useQuery(queries.transparency.overview.queryOptions());
  if (overview.isPending) return <ListLoading />;
  if (!overview.data)
    return <ErrorState title="Não foi possível carregar o registro." onRetry={() => overview.refetch()} />;
  return (
    <>
      {overview.data.forkFoundAt && <Halted since={overview.data.forkFoundAt} />}
      <LogState overview={overview.data} />
      <Suspense fallback={null}>
        <LogWatch shown={{ entries: overview.data.latest, missing: overview.data.missing }} />
      </Suspense>
      <section className="grid gap-4" aria-labelledby="ultimas">
        <h2 id="ultimas" className="text-2xl">
          Últimas anotações
        </h2>
        <p className="text-ink-soft">
          {overview.data.receipts === 0
            ? 'Os pedidos pagos também entram aqui, sem nenhum dado de quem comprou.'
            : `Além destas, ${overview.data.receipts === 1 ? 'há o comprovante de 1 pedido pago' : `há os comprovantes de ${formatInteger(overview.data.receipts)} pedidos pagos`}. Eles não dizem nada sobre quem comprou: só o comprovante, que fica com a pessoa, abre a anotação.`}
        </p>
        {overview.data.latest.length === 0 ? (
          <p>Ainda não há anotações assinadas.</p>
        ) : (
          <LogEntryList entries={overview.data.latest} />
        )}
      </section>
    </>
  );
}

function Halted({ since }: { since: string }) {
  return (
    <EvidenceAlert title={`O registro parou de ser assinado em ${formatDateTime(since)}.`}>
      <p>
        O banco de dados do site contradiz o que já tinha sido assinado. Guarde os seus comprovantes: eles
        continuam valendo como prova.
      </p>
    </EvidenceAlert>
  );
}

function LogState({
  overview: { signed, verifierKey, policy, stamped, anchored },
}: {
  overview: LogOverview;
}) {
  if (!signed || !verifierKey)
    return (
      <Card padded>
        <p className="font-semibold text-warning">
          Este site ainda não assina o registro: as anotações são feitas, mas ninguém de fora consegue provar
          que elas não mudaram.
        </p>
      </Card>
    );
  const origin = verifierKey.split('+', 1)[0];
  return (
    <Card padded className="grid gap-5">
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact label="Anotações assinadas">{formatInteger(signed.size)}</Fact>
        <Fact label="Última assinatura">{formatDateTime(signed.signedAt)}</Fact>
        <Fact label="Nome do registro">{origin}</Fact>
        <Fact label="Assinatura atual">
          <a href="/log/checkpoint" className="font-semibold text-sea underline underline-offset-4">
            /log/checkpoint
          </a>
        </Fact>
        <div className="grid gap-0.5 sm:col-span-2">
          <dt className="text-ink-soft">Chave pública, para conferir fora deste site</dt>
          <dd className="font-mono text-sm break-all">{verifierKey}</dd>
        </div>
      </dl>
      <Witnesses policy={policy} />
      <LastStamp stamped={stamped} />
      {anchored && <LastAnchor anchored={anchored} />}
    </Card>
  );
}

/** Warns when no independent witness signs. */
function Witnesses({ policy }: { policy: string | null }) {
  const names = (policy ?? '').split('\n').flatMap((line) => /^witness (\S+)/.exec(line)?.[1] ?? []);
  if (names.length > 0)
    return (
      <p>
        Assinado também por {names.length === 1 ? 'uma testemunha' : `${names.length} testemunhas`}:{' '}
        {names.join(', ')}.
        {names.join() === DEMO_WITNESS &&
          ' Ela roda junto com a demonstração, só para mostrar como é: não é independente.'}
      </p>
    );
  return (
    <p className="rounded-md bg-warning-tint px-4 py-3">
      <strong>Nenhuma testemunha independente assina este registro.</strong> Até que alguém de fora assine, o
      que o protege são as cópias: o comprovante de cada pedido e o que cada aparelho guarda a cada visita.
    </p>
  );
}

/** Warns when no authority has stamped the log. */
function LastStamp({ stamped }: Pick<LogOverview, 'stamped'>) {
  if (!stamped)
    return (
      <p className="text-ink-soft">Nenhuma autoridade de carimbo do tempo carimbou este registro ainda.</p>
    );
  return (
    <p>
      Último carimbo do tempo: {formatDateTime(stamped.stampedAt)}, por {stamped.authority}.
      {stamped.isOwn &&
        ' Essa autoridade roda junto com a demonstração, só para mostrar como é: não é independente.'}
    </p>
  );
}

function LastAnchor({ anchored }: { anchored: NonNullable<LogOverview['anchored']> }) {
  const { size, calendar, anchoredAt, blockHeight } = anchored;
  const file = `/log/anchors/${size}.txt`;
  return (
    <p>
      Em {formatDateTime(anchoredAt)} as primeiras {formatInteger(size)} anotações também foram carimbadas em{' '}
      {calendar}.{' '}
      {blockHeight === null
        ? 'O bloco da rede Bitcoin que as guarda ainda não saiu.'
        : `O bloco ${formatInteger(blockHeight)} da rede Bitcoin as guarda, e ninguém muda a data dele.`}{' '}
      Para conferir fora deste site, com o programa OpenTimestamps:{' '}
      <a className="font-semibold text-sea underline underline-offset-4" href={file} download>
        {size}.txt
      </a>{' '}
      e{' '}
      <a className="font-semibold text-sea underline underline-offset-4" href={`${file}.ots`} download>
        {size}.txt.ots
      </a>
      .
    </p>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="tabular font-bold">{children}</dd>
    </div>
  );
}
