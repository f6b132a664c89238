const GAP_PX = 8;

/** Puts a popover right under what opens it, wherever that stands on the screen now. Call it before the popover shows. */
export function placeBelow(opener: Element, popover: HTMLElement): void {
  popover.style.top = `${opener.getBoundingClientRect().bottom + GAP_PX}px`;
}
