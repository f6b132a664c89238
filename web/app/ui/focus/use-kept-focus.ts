import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Whether the focused control was removed or disabled, so that focus is on the page or the dialog. @param within of the same page or dialog */
export function isFocusLost(within: Element | null): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement.contains(within) || activeElement.matches(':disabled');
}

/**
 * For a change that removes the control that was pressed for it.
 * @param state differs after the change
 * @returns ref of the element that gets the focus if it is lost
 */
export function useKeptFocus<Place extends HTMLElement>(
  state: string | number | boolean,
): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const shown = useRef(state);
  // Before the next frame, see `useFocusNext`.
  useLayoutEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    if (isFocusLost(place.current)) place.current?.focus({ preventScroll: true });
  }, [state]);
  return place;
}
