import { HydrationBoundary, useQuery } from '../../fetching/deferred-cache/use-query.tsx';
import type { InstantPrizes } from '@mare/contract/rifas/instant-prizes.ts';
import { type ApiQueries, queries } from '../../api.ts';
import { formatDateTime } from '../../format.ts';
import { links } from '../../links.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { prefetchInBrowser } from '../../fetching/prefetch.ts';
import { prefetchOnServer } from '../../fetching/prefetch-on-server.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageIntro } from '../../ui/page-intro.tsx';
import { PageLoading } from '../../ui/loading/list-loading.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { HashText } from '../hash-text.tsx';
import type { Route } from './+types/instant-prizes-page.ts';
import { InstantPrizeRow } from './instant-prize-row.tsx';
import { InstantPrizesVerification } from './instant-prizes-verification.tsx';

export const meta = pageMeta({
  title: 'Cotas premiadas',
  description: 'Confira como os números premiados foram escolhidos, e que ninguém os mudou.',
});

const pageQueries = (rifaId: string) => (api: ApiQueries) => [
  api.draws.instantPrizes.queryOptions({ input: { rifaId } }),
];

export function loader({ context, params }: Route.LoaderArgs) {
  return prefetchOnServer(context, pageQueries(params.id));
}

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return prefetchInBrowser(pageQueries(params.id));
}

export default function InstantPrizesPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <Shown rifaId={params.id} />
    </HydrationBoundary>
  );
}

function Shown({ rifaId }: { rifaId: string }) {
  const found = useQuery(queries.draws.instantPrizes.queryOptions({ input: { rifaId } }));
  if (found.isPending) return <PageLoading />;
  const instant = found.data?.instantPrizes;
  return (
    <main id="conteudo">
      {found.isError && !found.data && (
        <ErrorState
          level={1}
          title="Não foi possível carregar as cotas premiadas."
          onRetry={() => found.refetch()}
        />
      )}
      {found.data && !instant && (
        <EmptyState
          icon="search"
          level={1}
          title="Esta rifa não tem cotas premiadas."
          action={<LinkButton to={links.home()}>Ver Rifas</LinkButton>}
        />
      )}
      {instant && <Story instant={instant} />}
    </main>
  );
}

function Story({ instant }: { instant: InstantPrizes }) {
  return (
    <>
      <PageIntro
        title="Cotas premiadas"
        icon="gift"
        action={
          <LinkButton to={links.rifaDetail(instant.rifaId)} variant="outline">
            Ver a rifa
          </LinkButton>
        }
      >
        <p>
          {placementOf(instant)} Ninguém pode mudá-los. Quem tem acesso ao servidor da loja poderia
          calculá-los durante as vendas, e por isso não deve comprar. Aqui você confere o resto.
        </p>
      </PageIntro>
      <div className="shell grid gap-10 pt-10">
        <ol className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {STEPS.map(([title, text], index) => (
            <li key={title}>
              <Card padded className="h-full">
                <p className="font-display text-2xl font-extrabold text-sea">{index + 1}</p>
                <h2 className="mt-1 text-lg">{title}</h2>
                <p className="mt-1 text-sm text-ink-soft">{text}</p>
              </Card>
            </li>
          ))}
        </ol>
        <InstantPrizesVerification instant={instant} />
        <section aria-labelledby="lista" className="grid gap-4">
          <h2 id="lista" className="text-2xl">
            Compromissos e prêmios
          </h2>
          <Card padded>
            <dl>
              <HashText label="Compromisso da semente (SHA-256)" hash={instant.seedCommitment} />
              {instant.beacon && (
                <HashText label={`Farol, rodada ${instant.beacon.round}`} hash={instant.beacon.chain} />
              )}
              {instant.beacon?.signature && (
                <HashText label="Assinatura da rodada" hash={instant.beacon.signature} />
              )}
              {instant.seed && <HashText label="Semente" hash={instant.seed} />}
            </dl>
          </Card>
          <ul className="divide-y divide-line border-y border-line">
            {instant.prizes.map((prize) => (
              <li key={prize.position} className="pb-3">
                <InstantPrizeRow prize={prize} totalNumbers={instant.totalNumbers} />
                <dl className="grid gap-2">
                  {prize.commitment && (
                    <HashText label={`Compromisso do prêmio ${prize.position}`} hash={prize.commitment} />
                  )}
                  {prize.salt && <HashText label="Sal" hash={prize.salt} />}
                </dl>
              </li>
            ))}
          </ul>
          <details className="rounded-md border border-line p-4 text-sm">
            <summary className="font-semibold">A regra completa</summary>
            <div className="mt-3 grid gap-3 text-ink-soft">
              {instant.beacon && (
                <p>
                  <strong>Mistura.</strong> A semente das contas abaixo é o SHA-256 de seis linhas, cada uma
                  com sua quebra: “mare-da-sorte/cota-premiada/2”; “rifa” e o código da rifa; “farol” e o
                  código dele; “rodada” e o número; “assinatura” e a da rodada; “semente” e a semente secreta
                  em hexadecimal. A assinatura é BLS12-381, como em drand.love.
                </p>
              )}
              <p>
                <strong>Números.</strong> Para o prêmio p, os primeiros 48 bits do SHA-256 da semente seguida
                de “numero p r”, com r a partir de 0, até o valor ficar abaixo do maior múltiplo do total de
                números e dar um número que nenhum prêmio anterior tem. O número é o resto da divisão pelo
                total, mais um.
              </p>
              <p>
                <strong>Sal.</strong> SHA-256 da semente seguida de “sal p”.
              </p>
              <p>
                <strong>Compromisso.</strong> SHA-256 de quatro linhas, cada uma com sua quebra:
                “mare-da-sorte/cota-premiada/1” e o código da rifa; “premio p”; “numero” e o número; “sal” e o
                sal. O da semente é o SHA-256 dos seus 32 bytes.
              </p>
            </div>
          </details>
        </section>
      </div>
    </>
  );
}

const STEPS = [
  [
    'Ao publicar',
    'Publicamos a impressão digital (SHA-256) de uma semente secreta e dizemos qual rodada de um farol público, minutos depois, vai decidir com ela.',
  ],
  [
    'Quando a rodada sai',
    'A semente e a rodada escolhem os números. Publicamos a impressão digital de cada prêmio, e quem já tinha comprado também concorre.',
  ],
  [
    'Quando alguém acha',
    'O número e o sal do prêmio são abertos na hora do pagamento. Eles têm de dar a impressão publicada.',
  ],
  [
    'No fim das vendas',
    'A semente é aberta. Com ela qualquer pessoa refaz a escolha de todos os números, também dos não encontrados.',
  ],
] as const;

function placementOf({ title, beacon, placedAt }: InstantPrizes): string {
  if (!beacon)
    return `Os números premiados de “${title}” foram escolhidos em ${formatDateTime(placedAt)}, antes da primeira venda.`;
  return beacon.signature === null
    ? `Os números premiados de “${title}” ainda não existem: vão sair com a rodada ${beacon.round} de um farol público, em ${formatDateTime(beacon.at)}.`
    : `Os números premiados de “${title}” saíram em ${formatDateTime(beacon.at)}, da rodada ${beacon.round} de um farol público, nomeada ao publicar a rifa.`;
}
