import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For a form that saving replaces by one of the next version: if the form had the focus, the new one's button gets
 * it.
 * @param hadFocusRef outlives the form; null without such a form
 * @returns ref of the button
 */
export function useReplacedFocus(
  hadFocusRef: RefObject<boolean> | null,
): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (!hadFocusRef) return undefined;
    const form = button.current?.form;
    if (hadFocusRef.current) button.current?.focus({ preventScroll: true });
    hadFocusRef.current = false;
    return () => {
      hadFocusRef.current = form?.contains(document.activeElement) ?? false;
    };
  }, [hadFocusRef]);
  return button;
}
