import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import {
  type CartItem,
  cartStats,
  itemPriceCentavos,
  NUMBERS_SHOWN,
  priceOf,
} from '@mare/domain/cart/cart.ts';
import { useSession } from '../accounts/session.ts';
import { formatBrl, formatCotaNumber } from '../format.ts';
import { links } from '../links.ts';
import { sentenceFor } from '../messages.ts';
import { Button, IconButton, LinkButton } from '../ui/button.tsx';
import { Drawer } from '../ui/overlay/dialog.tsx';
import { Icon } from '../ui/style/icons.tsx';
import { NumberChip } from '../ui/data-display/number-chip.tsx';
import { QuantityStepper } from '../ui/form/quantity-stepper.tsx';
import { EmptyState } from '../ui/states.tsx';
import { cartStore, useCartItems } from './cart-store.ts';
import { SoldNumbersNote } from './sold-numbers-note.tsx';
import { wishNumbers } from './wish-numbers.ts';
import { priceWords } from '../rifas/price-words.ts';
import { RifaPicture } from '../rifas/rifa-picture.tsx';

interface CartDrawerProps {
  open: boolean;
  /** What was just put into it. */
  news: string | null;
  onOpenChange: (open: boolean) => void;
}

export function CartDrawer({ open, news, onOpenChange }: CartDrawerProps) {
  const items = useCartItems();
  const { totalItems } = cartStats(items);
  const count = totalItems === 1 ? '1 item' : `${totalItems} itens`;
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title="Carrinho"
      description={count}
      footer={items.length > 0 ? <CartFooter items={items} onLeave={() => onOpenChange(false)} /> : undefined}
    >
      {items.length === 0 ? (
        <EmptyState
          icon="cart"
          title="Seu carrinho está vazio"
          action={
            <LinkButton to={links.home()} onClick={() => onOpenChange(false)}>
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
            {items.map((item) => (
              <CartLine key={item.id} item={item} />
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

/** Above the lines and not over them: a toast would hide what it speaks of. */
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

/** One line of the cart, which can be changed and removed. */
export function CartLine({ item }: { item: CartItem }) {
  const [drawing, setDrawing] = useState(false);
  const hidden = item.selectedNumbers.length - NUMBERS_SHOWN;
  const bonus = item.selectedNumbers.length - item.quantity;

  async function changeTo(quantity: number) {
    const missing = quantity - item.selectedNumbers.length;
    if (missing <= 0) {
      cartStore.changeQuantity(item.id, quantity, []);
      return;
    }
    setDrawing(true);
    try {
      const wishes = await wishNumbers(item.rifaId, missing, item.totalNumbers, item.selectedNumbers);
      cartStore.changeQuantity(item.id, quantity, wishes);
    } catch (error) {
      toast.error('Erro', { description: sentenceFor(error) });
    } finally {
      setDrawing(false);
    }
  }

  return (
    <li className="grid grid-cols-[5rem_1fr] gap-4 border-b border-line pb-5 last:border-0">
      <RifaPicture image={item.rifaImage} sizes="5rem" className="aspect-4/3 w-20 rounded-md" />
      <div className="min-w-0">
        <div className="flex items-start gap-2">
          <h3 className="grow text-base leading-snug">{item.rifaTitle}</h3>
          <IconButton
            icon="trash"
            label={`Remover ${item.rifaTitle}`}
            className="-mt-2 -mr-2"
            onClick={() => cartStore.remove(item.id)}
          />
        </div>
        <p className="text-sm text-ink-soft">
          {item.combos
            ? priceWords(priceOf(item), item.quantity)
            : `${formatBrl(itemPriceCentavos(item) / item.quantity)} por cota`}
          {bonus > 0 && (
            <span className="font-semibold whitespace-nowrap text-success">, +{bonus} bônus</span>
          )}
        </p>
      </div>
      <div className="col-span-2 grid gap-3">
        <p className="flex flex-wrap items-center gap-1.5 text-sm">
          {item.selectedNumbers.slice(0, NUMBERS_SHOWN).map((number) => (
            <NumberChip key={number}>{formatCotaNumber(number, item.totalNumbers)}</NumberChip>
          ))}
          {hidden > 0 && <span className="text-ink-soft">+{hidden} mais</span>}
        </p>
        <SoldNumbersNote item={item} />
        <div className="flex items-center justify-between gap-3" aria-busy={drawing}>
          <QuantityStepper
            size="sm"
            label={`Quantidade de cotas de ${item.rifaTitle}`}
            value={item.quantity}
            max={item.totalNumbers}
            onChange={(quantity) => void changeTo(quantity)}
          />
          <strong className="tabular text-lg">{formatBrl(itemPriceCentavos(item))}</strong>
        </div>
        {bonus > 0 && (
          <p className="text-sm text-ink-soft">O bônus é do plano: se você mudar a quantidade, ele sai.</p>
        )}
      </div>
    </li>
  );
}

function CartFooter({ items, onLeave }: { items: CartItem[]; onLeave: () => void }) {
  const session = useSession();
  const navigate = useNavigate();
  const { totalValueCentavos } = cartStats(items);
  const signedIn = session.status === 'signed-in';
  return (
    <div className="grid gap-4">
      <dl className="grid gap-1.5">
        <CartSum label="Subtotal" value={formatBrl(totalValueCentavos)} />
        <CartSum label="Taxa de processamento" value="Grátis" />
        <CartSum label="Total" value={formatBrl(totalValueCentavos)} strong />
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
          ? 'Pagamento seguro via MercadoPago'
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
