import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { SignedInOnly } from '../../session/signed-in-only.tsx';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { CotaNumbers } from '../../rifa-display/cota-numbers.tsx';
import { isApiError } from '../../fetching/failures/is-api-error.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Spinner } from '../../ui/states.tsx';
import { describeRule } from '../draw-labels.ts';
import { RifaProof } from './rifa-proof.tsx';

export const meta = pageMeta({
  title: 'Comprovante do presente',
  description: 'As cotas, a regra do sorteio e a prova de que estavam na lista lacrada.',
  index: false,
});

export default function GiftProofPage() {
  return (
    <main id="conteudo" className="shell grid max-w-4xl gap-6 py-8 sm:py-12">
      <SignedInOnly>
        <GiftProof />
      </SignedInOnly>
    </main>
  );
}

/** Proof for the recipient of a gift. Does not expose the giver's order, its price or its other cotas. */
function GiftProof() {
  const { reference = '' } = useParams();
  const found = useQuery(queries.draws.giftProof.queryOptions({ input: { reference } }));
  if (found.isPending) return <Spinner className="min-h-[60svh]" />;
  if (!found.data)
    return isApiError(found.error, 'NOT_FOUND') ? (
      <EmptyState
        icon="search"
        level={1}
        title="Comprovante não encontrado"
        action={<LinkButton to={links.dashboard()}>Ver minhas cotas</LinkButton>}
      >
        Ele é de quem aceitou o presente. Confira se você entrou com a conta certa.
      </EmptyState>
    ) : (
      <ErrorState
        level={1}
        title="Não foi possível carregar o comprovante."
        onRetry={() => found.refetch()}
      />
    );
  const { giver, drawRule, numbers, rifa } = found.data;
  return (
    <>
      <header className="grid gap-3">
        <h1 className="text-3xl">Comprovante {numbers.length === 1 ? 'da cota' : 'das cotas'} que ganhei</h1>
        <p className="text-lg">
          <strong>{rifa.title}</strong>, presente de {giver.replace(/\.$/, '')}.
        </p>
        <CotaNumbers numbers={numbers} totalNumbers={rifa.totalNumbers} shown={12} />
        <p className="text-ink-soft">{describeRule(drawRule, rifa.totalNumbers)}</p>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={links.draw(rifa.rifaId)} variant="secondary" size="sm">
            Acompanhar o sorteio
          </LinkButton>
          <LinkButton to={links.dashboard()} variant="outline" size="sm">
            Minhas cotas
          </LinkButton>
        </div>
      </header>
      <RifaProof rifa={rifa} holding={numbers.length === 1 ? '1 cota sua' : `${numbers.length} cotas suas`} />
    </>
  );
}
