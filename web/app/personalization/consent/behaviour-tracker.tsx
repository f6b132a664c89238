import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { visitOf } from '@mare/domain/personalization/interactions.ts';
import { useCartItems } from '../../cart/cart-store.ts';
import { track } from './beacon.ts';

/** Tracks page views and additions to the cart while the signed-in user consents to measurement. */
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
