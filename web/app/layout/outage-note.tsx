import { useEffect } from 'react';
import { whenReady } from '../fetching/when-ready.ts';

/** For a page that the server sent with 503. Reloads it as soon as the shop is ready again. */
export function OutageNote() {
  useEffect(() => whenReady(() => window.location.reload()), []);
  return (
    <output>
      A loja está fora do ar por um instante, e esta página volta sozinha. Seu carrinho e seus pedidos
      continuam guardados.
    </output>
  );
}
