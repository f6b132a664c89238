import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { OrderProofs } from '@mare/contract/draws/proofs.ts';
import { queries } from '../../api.ts';
import { formatBrl } from '../../format.ts';
import { links } from '../../links.ts';
import { isApiError } from '../../fetching/failures/is-api-error.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { buttonClass, LinkButton } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { readPageNumber } from '../../ui/navigation/page-number.ts';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import { EmptyState, ErrorState, Spinner } from '../../ui/states.tsx';
import { RifaProof } from './rifa-proof.tsx';

const LogWatch = lazyComponent(() => import('../../transparency/log-watch.tsx'));
const OrderReceiptCard = lazyComponent(() => import('../../transparency/order-receipt-card.tsx'));

export const meta = pageMeta({
  title: 'Comprovante do sorteio',
  description: 'A prova de que as suas cotas estavam na lista lacrada.',
  index: false,
});

/** Proves to a buyer that each cota is on the frozen list. The browser verifies every Merkle path. */
export default function ProofPage() {
  const { externalReference = '' } = useParams();
  const page = readPageNumber(useSearchParams()[0]);
  const proofs = useQuery(queries.draws.proofs.queryOptions({ input: { externalReference, page } }));
  return (
    <main id="conteudo" className="shell grid max-w-4xl gap-6 py-8 sm:py-12">
      {proofs.isPending && <Spinner className="min-h-[60svh]" />}
      {proofs.isError && !proofs.data && <Failure error={proofs.error} onRetry={() => proofs.refetch()} />}
      {proofs.data && (
        <>
          <header className="grid gap-3">
            <h1 className="text-3xl">Comprovante do sorteio</h1>
            <p className="text-lg text-ink-soft">
              Pedido de {proofs.data.buyerName.replace(/\.$/, '')}. {introOf(proofs.data)}
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
          <Suspense fallback={null}>
            <LogWatch quiet />
            <OrderReceiptCard externalReference={externalReference} buyerName={proofs.data.buyerName} />
          </Suspense>
          {proofs.data.rifas.map((rifa) => (
            <RifaProof key={rifa.rifaId} rifa={rifa} isPaid={proofs.data.isPaid && !proofs.data.isDisputed} />
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

function introOf(proofs: OrderProofs): string {
  const { isPaid, isDisputed, rifas } = proofs;
  const isListed = rifas.some(({ list }) => list);
  const returned = returnOf(proofs);
  if (!isPaid && isListed) return `${returned}. Abaixo está o que a lista lacrada diz das cotas.`;
  if (isPaid && rifas.every(({ status }) => status === 'cancelled'))
    return 'Não haverá sorteio: o valor volta para quem pagou. O comprovante da compra continua provando que ela existiu.';
  if (isDisputed && !isListed)
    return 'O pagamento está em contestação no banco. Enquanto ela não for decidida, as cotas não entram na lista de um sorteio que feche até lá.';
  if (!isPaid)
    return `${returned}, e as cotas não participam mais do sorteio. O comprovante da compra continua provando que ela existiu.`;
  if (isListed && rifas.every(({ list, cotas }) => list && cotas.length === 0))
    return 'A lista publicada antes do sorteio não tem cotas deste pedido com o seu código.';
  if (isListed)
    return 'Cada cota desta página leva, hash por hash, à raiz publicada antes do sorteio. O seu navegador acabou de refazer essas contas.';
  return 'Quando as vendas terminarem, a lista das cotas vendidas será publicada, e esta página vai provar que as suas estão nela.';
}

function returnOf({ cashOwedCentavos, isRefundUnderWay }: OrderProofs): string {
  if (cashOwedCentavos > 0) return `Falta devolver ${formatBrl(cashOwedCentavos)} deste pedido a quem pagou`;
  return `O valor deste pedido ${isRefundUnderWay ? 'está voltando' : 'voltou'} para quem pagou`;
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  if (isApiError(error, 'NOT_FOUND'))
    return (
      <EmptyState icon="search" title="Comprovante não encontrado" level={1}>
        Ele existe para pedidos pagos. Confira o endereço.
      </EmptyState>
    );
  return <ErrorState level={1} title="Não foi possível carregar o comprovante." onRetry={onRetry} />;
}
