const GAP_PX = 8;

/**
 * Positions a popover below its opener and limits its height to the rest of the screen; longer content scrolls. Call it
 * before the popover opens.
 */
export function placeBelow(opener: Element, popover: HTMLElement): void {
  const top = opener.getBoundingClientRect().bottom + GAP_PX;
  popover.style.top = `${top}px`;
  popover.style.maxHeight = `calc(100dvh - ${top + GAP_PX}px)`;
}
