/**
 * Bottom edge of the sticky site header, in pixels from the top of the viewport. It changes with scrolling while a bar
 * above the header is visible.
 */
export function bottomOfHeader(): number {
  return document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
}
