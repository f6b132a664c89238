import { useQuery } from '@tanstack/react-query';
import { queries } from '../api.ts';
import { formatBrl, formatCount } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { copyLink } from '../ui/copy.ts';

/** Referral link of every rifa on sale, with its sales of the last 30 days. */
export function RifaLinksCard() {
  const list = useQuery({ ...queries.affiliates.rifaLinks.queryOptions(), staleTime: 0 });
  return (
    <section aria-labelledby="links-das-rifas">
      <Card padded className="grid gap-4">
        <h2 id="links-das-rifas" className="text-xl">
          Um link para cada rifa
        </h2>
        {list.isError && !list.data && (
          <ErrorState
            title="Não foi possível carregar os links."
            onRetry={() => list.refetch()}
            className="py-4"
          />
        )}
        {list.isPending && <Skeleton className="h-24" />}
        {list.data?.rifas.length === 0 && (
          <p className="text-ink-soft">
            Nenhuma rifa à venda agora. Assim que uma abrir, o link dela aparece aqui.
          </p>
        )}
        {list.data && list.data.rifas.length > 0 && (
          <ul className="grid max-h-96 divide-y divide-line overflow-y-auto">
            {list.data.rifas.map(({ rifaId, title, link, clicks, sales, soldCentavos }) => (
              <li key={rifaId} className="flex items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
                <div className="min-w-0">
                  <p className="leading-snug font-semibold">{title}</p>
                  <p className="text-sm text-ink-soft">
                    {formatCount(clicks, 'clique', 'cliques')} · {formatCount(sales, 'venda', 'vendas')}
                    {soldCentavos > 0 && ` de ${formatBrl(soldCentavos)}`} em 30 dias
                  </p>
                </div>
                <Button
                  size="sm"
                  variant="outline"
                  icon="copy"
                  aria-label={`Copiar o link de ${title}`}
                  onClick={() => void copyLink(link)}
                >
                  Copiar
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}
