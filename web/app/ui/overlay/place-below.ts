const GAP_PX = 8;

/**
 * Puts a popover right under what opens it, wherever that stands on the screen now; what is longer than the rest of the
 * screen scrolls within. Call it before the popover shows.
 */
export function placeBelow(opener: Element, popover: HTMLElement): void {
  const top = opener.getBoundingClientRect().bottom + GAP_PX;
  popover.style.top = `${top}px`;
  popover.style.maxHeight = `calc(100dvh - ${top + GAP_PX}px)`;
}
