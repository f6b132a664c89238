import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { errorMessage } from '../../messages.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageIntro } from '../../ui/page-intro.tsx';
import { MoreButton } from '../../ui/navigation/more-button.tsx';
import { ListLoading } from '../../ui/loading/list-loading.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { HoldingCard } from '../mine/holding-card.tsx';
import { MyRifas } from '../mine/my-rifas.tsx';
import { useSession } from '../../session/session.ts';
import { SavedOrders } from '../saved/saved-orders.tsx';
import { LookupForm } from './lookup-form.tsx';
import { LookedUpOrders } from './looked-up-orders.tsx';

export const meta = pageMeta({
  title: 'Meus números',
  description: 'Veja os números e os pedidos com o seu e-mail ou celular, sem precisar da senha.',
  path: links.ownNumbers(),
});

/** Cotas, receipts and orders opened by a one-time code instead of a password. */
export default function OwnNumbersPage() {
  const cotas = useInfiniteQuery({
    ...queries.orders.lookedUpCotas.infiniteOptions({
      input: (page: number) => ({ page }),
      initialPageParam: 1,
      getNextPageParam: (last) => last.nextPage,
    }),
    staleTime: 0,
  });
  const signedIn = useSession().status === 'signed-in';
  const hasNoNetwork = cotas.isPaused || cotas.failureReason instanceof TypeError;
  const open = cotas.data?.pages[0]?.holdings != null;
  const shell = useFocusNext<HTMLDivElement>(String(useChanges(cotas.data && open)));
  const holdings = cotas.data?.pages.flatMap((page) => page.holdings ?? []) ?? [];
  return (
    <main id="conteudo">
      <PageIntro title="Meus números" icon="ticket">
        <p>
          {signedIn
            ? 'Os números da sua conta, e os que você comprou com outro contato.'
            : 'Veja os seus números, recibos e pedidos sem senha: basta um código.'}
        </p>
      </PageIntro>
      <div ref={shell} className="shell grid gap-8 pt-8 pb-4 sm:pt-12">
        {cotas.isPending && !hasNoNetwork && <ListLoading />}
        {!cotas.data && hasNoNetwork && (
          <SavedOrders otherwise={<NoNetwork onRetry={() => cotas.refetch()} />} />
        )}
        {cotas.isError && !cotas.data && !hasNoNetwork && (
          <ErrorState title="Não foi possível carregar seus números." onRetry={() => cotas.refetch()} />
        )}
        {cotas.data && !open && !signedIn && <LookupForm />}
        {cotas.data && !open && signedIn && <OwnFirst />}
        {open && (
          <>
            <CloseBar />
            <LookedUpOrders />
            <section aria-labelledby="numeros" className="grid gap-5">
              <h2 id="numeros" className="text-2xl">
                Números pagos
              </h2>
              {holdings.length === 0 && (
                <Card>
                  <EmptyState
                    title="Nenhuma cota paga por enquanto."
                    action={<LinkButton to={links.home()}>Ver Rifas</LinkButton>}
                  >
                    Assim que um pedido é pago, os números dele aparecem aqui.
                  </EmptyState>
                </Card>
              )}
              <ul className="grid gap-5 lg:grid-cols-2">
                {holdings.map((holding) => (
                  <li key={holding.rifaId}>
                    <HoldingCard holding={holding} />
                  </li>
                ))}
              </ul>
              <MoreButton list={cotas}>Mostrar mais números</MoreButton>
            </section>
          </>
        )}
      </div>
    </main>
  );
}

/** @returns how often the state changed after it was first known; each change replaces the form */
function useChanges(state: boolean | undefined): number {
  const [known, setKnown] = useState({ state, changes: 0 });
  if (state !== undefined && state !== known.state)
    setKnown({ state, changes: known.changes + (known.state === undefined ? 0 : 1) });
  return known.changes;
}

/** A signed-in buyer needs no code. */
function OwnFirst() {
  return (
    <>
      <MyRifas />
      <LinkButton to={links.dashboard()} variant="outline" className="justify-self-start">
        Ver meus pedidos
      </LinkButton>
      <section aria-labelledby="outro-contato" className="grid gap-5 border-t border-line pt-8">
        <h2 id="outro-contato" className="text-center text-2xl">
          Comprou com outro contato?
        </h2>
        <LookupForm />
      </section>
    </>
  );
}

function CloseBar() {
  const cache = useQueryClient();
  const close = useMutation(
    queries.orders.closeLookup.mutationOptions({
      onSuccess: () => cache.resetQueries({ queryKey: queries.orders.key() }),
      onError: (error) => toast.error(errorMessage(error)),
    }),
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p tabIndex={-1} className="scroll-mt-28 text-ink-soft outline-none">
        Aberto neste aparelho por até 30 minutos.
      </p>
      <Button
        variant="outline"
        size="sm"
        icon="lock"
        loading={close.isPending}
        onClick={() => close.mutate(undefined)}
      >
        Fechar meus números
      </Button>
    </div>
  );
}

function NoNetwork({ onRetry }: { onRetry: () => unknown }) {
  return (
    <EmptyState
      icon="clock"
      title="Sem internet"
      action={
        <Button variant="secondary" icon="refresh" onClick={onRetry}>
          Tentar de novo
        </Button>
      }
    >
      Os seus números aparecem quando a conexão voltar. Se você entrar na sua conta, eles ficam guardados
      neste aparelho e aparecem mesmo sem internet.
    </EmptyState>
  );
}
