/** Focuses the heading of a page that renders it after loading. */
const WAIT_MS = 10_000;

/** Not changed if the page has focused a field, a message or a dialog, other than one that is closing. */
const KEEPS_FOCUS =
  'input, textarea, select, [contenteditable], main h2, :is([role="dialog"], [role="alertdialog"]):not([data-closed]) *';

/**
 * Focuses the first heading of the page as soon as it is rendered. Stops once the person moves the focus.
 * @param left aborted by the next navigation
 */
export function focusPageHeading(left: AbortSignal): void {
  if (left.aborted || document.activeElement?.matches(KEEPS_FOCUS) || focusFirst()) return;
  const stop = new AbortController();
  const observer = new MutationObserver(() => {
    if (focusFirst()) stop.abort();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  stop.signal.addEventListener('abort', () => observer.disconnect());
  const options = { once: true, signal: stop.signal };
  for (const signal of [left, AbortSignal.timeout(WAIT_MS)])
    signal.addEventListener('abort', () => stop.abort(), options);
  for (const event of ['focusin', 'keydown', 'pointerdown'])
    document.addEventListener(event, () => stop.abort(), options);
}

function focusFirst(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return false;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
