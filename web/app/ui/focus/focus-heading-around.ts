/** Focuses the heading of the dialog or page around an element. */
export function focusHeadingAround(inside: HTMLElement | null): void {
  const heading = inside?.closest('[role="dialog"], main')?.querySelector<HTMLElement>('h1, h2');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}
