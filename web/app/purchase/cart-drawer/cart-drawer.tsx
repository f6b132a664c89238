import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { type CartItem, cartStats } from '@mare/domain/cart/cart.ts';
import { useHasPaymentPage } from '../../document/site-facts.ts';
import { useSession } from '../../session/session.ts';
import { OwnLimitNote, useOwnLimit } from '../checkout/own-limit-note.tsx';
import { DiscountLines } from '../quote/discount-lines.tsx';
import { changesSinceAdded, QuoteChanges } from '../quote/quote-changes.tsx';
import { quotedItems, useQuote } from '../quote/use-quote.ts';
import { formatBrl, formatCount, formatInteger } from '../../format.ts';
import { links } from '../../links.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Drawer } from '../../ui/overlay/dialog.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { EmptyState, FormError } from '../../ui/states.tsx';
import { CartLineRow } from '../../cart/cart-line-row.tsx';
import { cartStore, useCartItems } from '../../cart/cart-store.ts';

interface CartDrawerProps {
  open: boolean;
  /** Message about the item just added. */
  news: string | null;
  onOpenChange: (open: boolean) => void;
}

export function CartDrawer({ open, news, onOpenChange }: CartDrawerProps) {
  const items = useCartItems();
  const isLeaving = useRef(false);
  const leave = () => {
    isLeaving.current = true;
    onOpenChange(false);
  };
  const findFinalFocus = () => {
    const leaves = isLeaving.current;
    isLeaving.current = false;
    // The page that opens next focuses its heading.
    if (leaves) return false;
    return news === null || findCartButton();
  };
  const { totalItems } = cartStats(items);
  // The added line comes first, below the message about it, because the end may be out of view.
  const lines = news === null ? items : items.toReversed();
  const bonus = items.reduce((sum, item) => sum + item.bonusQuantity, 0);
  const count = `${formatCount(totalItems, 'item', 'itens')}${bonus > 0 ? ` + ${formatInteger(bonus)} grátis` : ''}`;
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title="Carrinho"
      finalFocus={findFinalFocus}
      description={count}
      footer={items.length > 0 ? <CartFooter items={items} onLeave={leave} /> : undefined}
    >
      {items.length === 0 ? (
        <EmptyState
          icon="cart"
          title="Seu carrinho está vazio"
          action={
            <LinkButton to={links.home()} onClick={leave}>
              Ver Rifas
            </LinkButton>
          }
        >
          Explore nossas rifas e adicione suas favoritas!
        </EmptyState>
      ) : (
        <>
          {news && <Added>{news}</Added>}
          <ul className="grid gap-5">
            {lines.map((item) => (
              <CartLineRow key={item.id} item={item} />
            ))}
          </ul>
          <Button variant="quiet" size="sm" icon="trash" className="mt-5" onClick={cartStore.clear}>
            Limpar Carrinho
          </Button>
        </>
      )}
    </Drawer>
  );
}

/** Button in the header. 'Adicionar ao Carrinho', which opened the drawer, is disabled by then. */
const findCartButton = () =>
  document.querySelector<HTMLElement>('body > header button[aria-label^="Carrinho"]') ?? true;

/** Inline, because a toast would cover the new line. */
function Added({ children }: { children: string }) {
  return (
    <output className="mb-5 flex items-start gap-3 rounded-md bg-success-tint p-3">
      <Icon name="check" className="mt-0.5 text-success" />
      <span className="grid">
        <strong className="leading-snug">Adicionado ao carrinho!</strong>
        <span className="text-sm text-ink-soft">{children}</span>
      </span>
    </output>
  );
}

/** While the server prices the cart, or fails to. */
const UNKNOWN = '—';

function CartFooter({ items, onLeave }: { items: CartItem[]; onLeave: () => void }) {
  const session = useSession();
  const navigate = useNavigate();
  const signedIn = session.status === 'signed-in';
  const hasPaymentPage = useHasPaymentPage();
  const { quote, rejectionText } = useQuote(quotedItems(items));
  const ownLimit = useOwnLimit(quote?.totalCentavos ?? 0, { enabled: signedIn });
  const changes = changesSinceAdded(items, quote);
  const amount = (centavos: number | undefined) => (centavos === undefined ? UNKNOWN : formatBrl(centavos));
  return (
    <div className="grid gap-4">
      <QuoteChanges changes={changes} onAccept={() => quote && cartStore.acceptQuote(quote.lines)} />
      {rejectionText && <FormError>{rejectionText}</FormError>}
      <OwnLimitNote sentence={ownLimit} onLeave={onLeave} />
      <dl className="grid gap-1.5" aria-busy={!quote && !rejectionText}>
        <CartSum label="Subtotal" value={amount(quote?.subtotalCentavos)} />
        <DiscountLines quote={quote} />
        <CartSum label="Taxa de processamento" value="Grátis" />
        <CartSum label="Total" value={amount(quote?.totalCentavos)} strong />
      </dl>
      <Button
        size="lg"
        block
        onClick={() => {
          onLeave();
          void navigate(signedIn ? links.checkout() : links.auth(links.checkout()));
        }}
      >
        {signedIn ? 'Finalizar Compra' : 'Continuar para Checkout'}
      </Button>
      <p className="text-center text-sm text-ink-soft">
        {signedIn
          ? `Pagamento seguro ${hasPaymentPage ? 'via MercadoPago' : 'por Pix'}`
          : 'Você fará login ou criará sua conta no próximo passo'}
      </p>
    </div>
  );
}

function CartSum({ label, value, strong }: { label: string; value: string; strong?: boolean }) {
  return (
    <div className={strong ? 'flex justify-between font-display text-xl font-bold' : 'flex justify-between'}>
      <dt>{label}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  );
}
