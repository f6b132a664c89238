import type { MouseEvent, MouseEventHandler } from 'react';

/**
 * For what is pressed below a form's fields. A field that loses the focus may say what is wrong with it, and its sentence
 * pushes what stands below from under the finger before the press is over: so the focus moves only with the whole press.
 */
export function preventLayoutShift<Pressed extends HTMLElement>(onClick?: MouseEventHandler<Pressed>) {
  return {
    onMouseDown: (event: MouseEvent<Pressed>) => event.preventDefault(),
    onClick: (event: MouseEvent<Pressed>) => {
      event.currentTarget.focus({ preventScroll: true });
      onClick?.(event);
    },
  };
}
