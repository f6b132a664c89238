import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { cartStats } from '@mare/domain/cart/cart.ts';
import { ownPath } from '../accounts/sign-in/return-to.ts';
import { CartLineRow } from '../cart/cart-line-row.tsx';
import { useCartItems } from '../cart/cart-store.ts';
import { formatBrl } from '../format.ts';
import { links } from '../links.ts';
import { pageMeta } from '../document/page-meta.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { PageIntro } from '../ui/page-intro.tsx';
import { useBrowserValue } from '../ui/use-browser-value.ts';
import { STAND_HERE } from '../rifas/stand/stand-here.ts';
import { SavedOrders } from '../orders/saved/saved-orders.tsx';

export const meta = pageMeta({
  title: 'Sem internet',
  description: 'O seu carrinho e os seus números, também sem conexão.',
  index: false,
});

const CHECK_EVERY_MS = 10_000;

/** Whether the shop responds, because a browser may report a network without internet access. */
function useShopReached(): boolean {
  const [isReached, setReached] = useState(false);
  useEffect(() => {
    const check = () =>
      void fetch('/healthz', { cache: 'no-store' }).then(
        () => setReached(true),
        () => setReached(false),
      );
    check();
    const timer = setInterval(check, CHECK_EVERY_MS);
    window.addEventListener('online', check);
    window.addEventListener('offline', check);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', check);
      window.removeEventListener('offline', check);
    };
  }, []);
  return isReached;
}

/** Shown in place of a page that is not cached, while the shop cannot be reached. */
export default function OfflinePage() {
  const isReached = useShopReached();
  const [search] = useSearchParams();
  return (
    <main id="conteudo">
      <PageIntro
        title={isReached ? 'A conexão voltou' : 'Você está sem internet'}
        icon="clock"
        action={
          <Button
            icon="refresh"
            onClick={() => window.location.assign(ownPath(search.get('para')) ?? links.home())}
          >
            {isReached ? 'Continuar' : 'Tentar de novo'}
          </Button>
        }
      >
        <p>O seu carrinho e os números que este aparelho já viu continuam aqui.</p>
      </PageIntro>
      <div className="shell grid grid-cols-[minmax(0,1fr)] gap-10 pt-8 pb-4 sm:pt-12">
        <StandLink />
        <CachedCart />
        <SavedOrders />
      </div>
    </main>
  );
}

/** Shown on the phone of a seller with numbers set aside. */
function StandLink() {
  const isHere = useBrowserValue(() => window.localStorage.getItem(STAND_HERE) !== null, false);
  return isHere ? (
    <LinkButton to={links.stand()} icon="ticket" className="justify-self-start">
      Vender no balcão sem internet
    </LinkButton>
  ) : null;
}

function CachedCart() {
  const items = useCartItems();
  const { totalValueCentavos } = cartStats(items);
  return (
    <section aria-labelledby="carrinho-guardado" className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="carrinho-guardado" className="text-2xl">
        Seu carrinho
      </h2>
      {items.length === 0 ? (
        <p className="text-ink-soft">O carrinho está vazio.</p>
      ) : (
        <Card padded className="grid gap-5">
          <ul className="grid gap-5">
            {items.map((item) => (
              <CartLineRow key={item.id} item={item} />
            ))}
          </ul>
          <p className="flex justify-between gap-3 font-bold">
            Total <span className="tabular">{formatBrl(totalValueCentavos)}</span>
          </p>
          <p className="text-sm text-ink-soft">
            Os números do carrinho ainda não estão reservados: finalize a compra quando a conexão voltar.
          </p>
        </Card>
      )}
    </section>
  );
}
