import { newCart, renewCart } from '@mare/domain/cart/cart.ts';
import { newSessionId } from '../../cart/cart-storage.ts';
import { latestCart, replaceCart } from '../../cart/cart-store.ts';
import { readTabDraft, saveTabDraft } from '../../session/tab-draft.ts';
import { signOut } from '../../session/session.ts';
import { CHOICE_DRAFT } from '../choose/choice-draft.ts';
import { EXPRESS_DRAFT } from '../express/express-draft.ts';

/** Signs out and keeps the selection for the next account. Typed personal data is cleared. */
export async function switchAccount(): Promise<void> {
  const drafts = [CHOICE_DRAFT, EXPRESS_DRAFT].map((name) => [name, readTabDraft(name)] as const);
  const cart = latestCart();
  await signOut();
  for (const [name, draft] of drafts) saveTabDraft(name, draft as object | null);
  // Signing out empties a cart of the account. As a visitor's cart it is merged into the next account's.
  if (cart.items.length > 0)
    replaceCart(renewCart(cart, newCart(newSessionId(), new Date()), () => crypto.randomUUID()));
}
