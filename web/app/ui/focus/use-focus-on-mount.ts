import { type RefObject, useLayoutEffect, useRef } from 'react';

/** @returns ref of an element that takes focus when it appears */
export function useFocusOnMount<Place extends HTMLElement>(): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useLayoutEffect(() => place.current?.focus(), []);
  return place;
}
