import { useEffect } from 'react';

/** The server's Retry-After is two seconds; jitter keeps visitors from returning at the same moment. */
const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 16_000;

/** For a page that the server sent with 503. Reloads it as soon as the shop is ready again. */
export function OutageNote() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (milliseconds: number) => {
      timer = setTimeout(
        () => void reloadWhenReady().then(() => wait(Math.min(milliseconds * 2, MAX_WAIT_MS))),
        milliseconds * (1 + Math.random()),
      );
    };
    wait(FIRST_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <output>
      A loja está fora do ar por um instante, e esta página volta sozinha. Seu carrinho e seus pedidos
      continuam guardados.
    </output>
  );
}

async function reloadWhenReady(): Promise<void> {
  const response = await fetch('/readyz', { cache: 'no-store' }).catch(() => null);
  if (response?.ok) window.location.reload();
}
