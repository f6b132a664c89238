import { type RefObject, useEffect, useRef } from 'react';
import { isFocusLost } from './use-kept-focus.ts';

/**
 * For a list that changes by itself: moves the focus to its heading when the control that had it is gone.
 *
 * @param list with a heading `h2` that takes the focus
 */
export function useFocusAfterRemoval(list: RefObject<HTMLElement | null>): void {
  const focused = useRef<Element>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      if (list.current?.contains(target)) focused.current = target;
      // A dialog that the list opened gives the focus back to it.
      else if (!target.closest('[role="dialog"], [role="alertdialog"]')) focused.current = null;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, [list]);
  // After each change of the list.
  useEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (isFocusLost(list.current)) list.current?.querySelector('h2')?.focus();
  });
}
