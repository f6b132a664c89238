import type { KeyboardEvent } from 'react';

/**
 * Arrow keys move between a search field and its choices, all of which have `data-choice`; Enter in the field opens the
 * first one.
 */
export function chooseByArrows(event: KeyboardEvent<HTMLElement>): void {
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-choice]')];
  const at = choices.indexOf(event.target as HTMLElement);
  if (at === -1) return;
  if (event.key === 'Enter' && at === 0) {
    event.preventDefault();
    choices[1]?.click();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  choices[at + step]?.focus();
}
