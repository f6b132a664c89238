import type { MouseEvent, MouseEventHandler } from 'react';

/**
 * For buttons below form fields. A field that loses focus may show a validation message, which would move the button
 * away between mousedown and click; so the focus moves on click instead.
 */
export function preventLayoutShift<Pressed extends HTMLElement>(onClick?: MouseEventHandler<Pressed>) {
  return {
    onMouseDown: (event: MouseEvent<Pressed>) => event.preventDefault(),
    onClick: (event: MouseEvent<Pressed>) => {
      // Enter in a field of the form presses the button too, without a pointer; the field keeps the focus.
      if (event.detail > 0) event.currentTarget.focus({ preventScroll: true });
      onClick?.(event);
    },
  };
}
