import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import type { RifaProofs } from '@mare/contract/draws.ts';
import { leafHash, rootOfPath } from '@mare/domain/draws/merkle-tree.ts';
import { fromHex, toHex } from '@mare/domain/draws/sha256.ts';
import { queries } from '../../api.ts';
import { formatCotaNumber, formatInteger } from '../../format.ts';
import { links } from '../../links.ts';
import { isRefusal } from '../../messages.ts';
import { pageMeta } from '../../page-meta.ts';
import { buttonClass, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icons.tsx';
import { NumberChip } from '../../ui/number-chip.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyState, ErrorState, Spinner } from '../../ui/states.tsx';
import { formatIsoDate } from '../draw-words.ts';
import { HashText } from '../hash-text.tsx';

export const meta = pageMeta({
  title: 'Comprovante do sorteio',
  description: 'A prova de que as suas cotas estavam na lista lacrada.',
  index: false,
});

/** Shows a buyer that each cota was on the frozen list; the browser walks every path to the root itself. */
export default function ProofPage() {
  const { externalReference = '' } = useParams();
  const page = Math.max(1, Math.trunc(Number(useSearchParams()[0].get('pagina'))) || 1);
  const proofs = useQuery(queries.draws.proofs.queryOptions({ input: { externalReference, page } }));
  return (
    <main id="conteudo" className="shell grid max-w-4xl gap-6 py-8 sm:py-12">
      {proofs.isPending && <Spinner className="min-h-[60svh]" />}
      {proofs.isError && !proofs.data && (
        <Failure error={proofs.error} onRetry={() => void proofs.refetch()} />
      )}
      {proofs.data && (
        <>
          <header className="grid gap-3">
            <h1 className="text-3xl">Comprovante do sorteio</h1>
            <p className="text-lg text-ink-soft">
              Pedido de {proofs.data.buyerName.replace(/\.$/, '')}. Cada cota desta página leva, hash por
              hash, à raiz que foi publicada antes do sorteio. O seu navegador acabou de refazer essas contas.
            </p>
            <div className="flex flex-wrap gap-3">
              <a
                href={links.orderProofPdf(externalReference)}
                download
                className={buttonClass({ variant: 'secondary', size: 'sm' })}
              >
                Baixar em PDF
              </a>
              <LinkButton to={links.order(externalReference)} variant="outline" size="sm">
                Voltar ao pedido
              </LinkButton>
            </div>
          </header>
          {proofs.data.rifas.map((rifa) => (
            <RifaProof key={rifa.rifaId} rifa={rifa} />
          ))}
          <Pagination
            label="Páginas do comprovante"
            page={page}
            pages={proofs.data.pages}
            hrefFor={(next) => `${links.orderProof(externalReference)}?pagina=${next}`}
          />
        </>
      )}
    </main>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isRefusal(error, 'NOT_FOUND'))
    return (
      <EmptyState icon="search" title="Comprovante não encontrado" level={1}>
        Ele existe para pedidos pagos. Confira o endereço.
      </EmptyState>
    );
  return <ErrorState level={1} title="Não foi possível carregar o comprovante." onRetry={onRetry} />;
}

function RifaProof({ rifa }: { rifa: RifaProofs }) {
  const { list, seal } = rifa;
  return (
    <Card padded className="grid gap-5">
      <div className="grid gap-1">
        <h2 className="text-xl">{rifa.title}</h2>
        <p className="text-sm text-ink-soft">
          {rifa.count === 1 ? '1 cota' : `${formatInteger(rifa.count)} cotas`} neste pedido ·{' '}
          <Link to={links.draw(rifa.rifaId)} className="font-semibold text-sea underline underline-offset-4">
            A história do sorteio
          </Link>
        </p>
      </div>
      {!list && <p>A lista desta rifa ainda não foi congelada. Volte depois do fim das vendas.</p>}
      {list && (
        <>
          {seal && (
            <p>
              Extração <strong>{seal.extraction}</strong> da Loteria Federal,{' '}
              {formatIsoDate(seal.extractionDate)}.
            </p>
          )}
          <dl className="grid gap-3">
            {seal && <HashText label="Lacre" hash={seal.hash} />}
            <HashText label="Raiz da árvore" hash={list.root} />
            <HashText label="O seu código na lista" hash={rifa.tag ?? ''} />
            <HashText
              label="Chave do seu código. Guarde: só com ela se prova que o código é seu."
              hash={rifa.opening ?? ''}
            />
          </dl>
          <ul className="grid gap-3">
            {rifa.cotas.map((cota) => (
              <CotaProof key={cota.number} cota={cota} root={list.root} totalNumbers={rifa.totalNumbers} />
            ))}
          </ul>
          {rifa.missing.length > 0 && (
            <p className="rounded-md bg-warning-tint px-4 py-3 text-warning">
              Fora da lista, porque o pagamento estava sendo devolvido ou contestado:{' '}
              {rifa.missing.map((number) => formatCotaNumber(number, rifa.totalNumbers)).join(', ')}.
            </p>
          )}
        </>
      )}
    </Card>
  );
}

interface CotaProofProps {
  cota: RifaProofs['cotas'][number];
  root: string;
  totalNumbers: number;
}

function CotaProof({ cota, root, totalNumbers }: CotaProofProps) {
  const path = cota.path.map(({ side, hash }) => ({ side, hash: fromHex(hash) }));
  const holds = toHex(rootOfPath(leafHash(new TextEncoder().encode(cota.line)), path)) === root;
  return (
    <li>
      <details className="rounded-md border border-line">
        <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-3 px-4 py-2">
          <NumberChip size="md">{formatCotaNumber(cota.number, totalNumbers)}</NumberChip>
          <span className={holds ? 'font-semibold text-success' : 'font-semibold text-danger'}>
            <Icon name={holds ? 'check' : 'alert'} className="mr-1 inline size-5" />
            {holds ? 'Está na lista lacrada' : 'Não leva à raiz: fale com o suporte'}
          </span>
          <span className="text-sm text-ink-soft">linha {formatInteger(cota.place)}</span>
        </summary>
        <dl className="grid gap-2 border-t border-line px-4 py-3">
          <HashText label="A linha da lista" hash={cota.line} />
          {cota.path.map(({ side, hash }, index) => (
            <HashText
              key={hash}
              label={`Passo ${index + 1}, ${side === 'left' ? 'à esquerda' : 'à direita'}`}
              hash={hash}
            />
          ))}
        </dl>
      </details>
    </li>
  );
}
