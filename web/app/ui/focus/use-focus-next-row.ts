import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isFocusLost } from './use-kept-focus.ts';

interface FocusedRow {
  row: HTMLElement;
  index: number;
  /** The control within the row that had the focus. */
  control: Element;
  /** Takes the focus when the list is empty. */
  headings: (HTMLElement | null)[];
}

/**
 * Moves the focus when the focused control of a list disappears: to its row, else to the row now at that position, else to
 * the last row. In an empty list, to the button after the list, or to the heading of the section or page.
 *
 * @returns ref of the list, whose rows are its children, with `tabIndex={-1}`
 */
export function useFocusNextRow<List extends HTMLElement>(): RefObject<List | null> {
  const list = useRef<List>(null);
  const focused = useRef<FocusedRow>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element)
        focused.current = findRow(list.current, target) ?? keptIn(target, focused);
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  // After each change of the list, and before the next frame, see `useFocusNext`.
  useLayoutEffect(() => {
    const left = focused.current;
    if (!left || left.control.isConnected) return;
    const rows = list.current ? [...list.current.children] : [];
    const next = left.row.isConnected ? left.row : (rows[left.index] ?? rows.at(-1));
    const after = list.current?.nextElementSibling;
    const target =
      next ??
      (after?.matches('button') ? after : null) ??
      left.headings.find((heading) => heading?.isConnected);
    // A closing dialog still has the focus while it tries to restore the focus to the removed control.
    if (!(target instanceof HTMLElement) || !isFocusLost(target)) return;
    focused.current = null;
    if (target.tabIndex < 0) target.setAttribute('tabindex', '-1');
    target.focus();
  });
  return list;
}

function findRow(list: HTMLElement | null, control: Element): FocusedRow | null {
  const index = list ? [...list.children].findIndex((row) => row.contains(control)) : -1;
  if (!list || index < 0) return null;
  return {
    row: list.children[index] as HTMLElement,
    index,
    control,
    headings: [
      list.closest('section')?.querySelector<HTMLElement>('h2, h3') ?? null,
      list.closest('main')?.querySelector<HTMLElement>('h1') ?? null,
    ],
  };
}

/** Keeps the row while a dialog that it opened has the focus: closing the dialog restores the focus to the row. */
function keptIn(target: Element, focused: RefObject<FocusedRow | null>): FocusedRow | null {
  return target.closest('[role="dialog"], [role="alertdialog"]') ? focused.current : null;
}
