import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { visitOf } from '@mare/domain/personalization/interactions.ts';
import { useCartItems } from '../../cart/cart-store.ts';
import { track } from './beacon.ts';

/** Notes which pages open and what goes into the cart, while the person who is signed in allows it. */
export default function BehaviourTracker() {
  const { pathname } = useLocation();
  const items = useCartItems();
  const before = useRef(items);
  useEffect(() => track(visitOf(pathname)), [pathname]);
  useEffect(() => {
    const known = new Set(before.current.map(({ id }) => id));
    before.current = items;
    for (const { id, rifaId, quantity } of items)
      if (!known.has(id)) track({ type: 'add_to_cart', rifaId, quantity });
  }, [items]);
  return null;
}
