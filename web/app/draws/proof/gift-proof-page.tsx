import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { SignedInOnly } from '../../session/guards.tsx';
import { queries } from '../../api.ts';
import { formatCotaNumber } from '../../format.ts';
import { links } from '../../links.ts';
import { isApiError } from '../../fetching/is-api-error.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';
import { EmptyState, ErrorState, Spinner } from '../../ui/states.tsx';
import { describeRule } from '../draw-labels.ts';
import { RifaProof } from './rifa-proof.tsx';

export const meta = pageMeta({
  title: 'Comprovante da cota que ganhei',
  description: 'A cota, a regra do sorteio e a prova de que ela estava na lista lacrada.',
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

/** Proof for the recipient of a gifted cota. Does not expose the giver's order, its price or its other cotas. */
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
        onRetry={() => void found.refetch()}
      />
    );
  const { giver, drawRule, number, rifa } = found.data;
  return (
    <>
      <header className="grid gap-3">
        <h1 className="text-3xl">Comprovante da cota que ganhei</h1>
        <p className="flex flex-wrap items-center gap-3 text-lg">
          <NumberChip size="lg" tone="sun">
            {formatCotaNumber(number, rifa.totalNumbers)}
          </NumberChip>
          <span>
            <strong>{rifa.title}</strong>, presente de {giver.replace(/\.$/, '')}.
          </span>
        </p>
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
      <RifaProof rifa={rifa} holding="1 cota sua" />
    </>
  );
}
