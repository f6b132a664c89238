import { flushSync } from 'react-dom';

/** Focuses the heading of the next form. */
export function replaceForm(change: () => void): void {
  flushSync(change);
  document.querySelector<HTMLElement>('main h1')?.focus();
}
