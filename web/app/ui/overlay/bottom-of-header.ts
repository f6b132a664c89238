/**
 * How far down the site's header reaches now, in pixels from the top of the screen: what stands above it scrolls away, and
 * the header with that until it reaches the top.
 */
export function bottomOfHeader(): number {
  return document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
}
