import { useEffect, useState } from 'react';
import { useCartPanel } from '../cart/cart-panel.ts';

/** Delay of preloading the cart drawer, after the page itself. */
const LOAD_AFTER_MS = 3_000;

/** Preloads the cart drawer, so that it opens offline, and shows a notice if it cannot be loaded. */
export function CartPreloader() {
  const { open } = useCartPanel();
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (isLoaded) return;
    const load = () =>
      void import('../purchase/cart-drawer/cart-drawer.tsx').then(
        () => setLoaded(true),
        () => undefined,
      );
    const timer = setTimeout(load, LOAD_AFTER_MS);
    addEventListener('online', load);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', load);
    };
  }, [isLoaded]);
  const isMissing = open && !isLoaded && !navigator.onLine;
  return (
    <output
      className={
        isMissing
          ? 'fixed inset-x-4 bottom-4 z-40 rounded-md bg-raised p-4 text-center font-semibold text-ink shadow-lift'
          : 'sr-only'
      }
    >
      {isMissing && 'Sem internet: o carrinho abre assim que a conexão voltar.'}
    </output>
  );
}
