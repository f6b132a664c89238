/**
 * Focus around an error message with a retry button, which disappears when its part is loaded, or while it loads again:
 * the focus moves to the heading of the part or the page, and back to the button if the part fails again. Loaded with
 * the first failed call.
 */
import { isFocusLost } from './use-kept-focus.ts';

const RETRY = '[data-retry]';

let isFollowing = false;

/** Follows every retry button that gets the focus. */
export function followRetries(): void {
  if (isFollowing) return;
  isFollowing = true;
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.matches(RETRY)) follow(target);
  });
}

function follow(button: HTMLElement): void {
  const message = button.closest('[role="alert"]');
  if (!message) return;
  const parts = partsAround(message);
  /** Loads again. */
  let left: Element | null = null;
  const stop = new AbortController();
  const observer = new MutationObserver(() => {
    if (left) left.querySelector<HTMLElement>(RETRY)?.focus();
    else if (!button.isConnected) {
      const found = parts.find(({ part }) => part.isConnected);
      left = found?.part ?? document.body;
      focusPart(found);
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  stop.signal.addEventListener('abort', () => observer.disconnect());
  // Until the person moves the focus, or another button is followed.
  const end = ({ target }: Event) => {
    const isPlace = parts.some(({ part, heading }) => target === part || target === heading);
    if (!isPlace && !isInMessage(target)) stop.abort();
  };
  for (const event of ['focusin', 'pointerdown'])
    document.addEventListener(event, end, { signal: stop.signal });
}

interface Part {
  part: HTMLElement;
  heading: HTMLElement | null;
}

/** The heading of a page that has failed again. */
const isInMessage = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="alert"]') !== null && !target.matches(RETRY);

/** The section, dialog or page around the message, and so on outwards. */
function partsAround(message: Element): Part[] {
  const parts: Part[] = [];
  for (let around = message.parentElement; around; around = around.parentElement)
    if (around.matches('section, main, [role="dialog"], [role="alertdialog"]')) {
      const headings = [...around.querySelectorAll<HTMLElement>('h1, h2, h3')];
      parts.push({ part: around, heading: headings.find((heading) => !message.contains(heading)) ?? null });
    }
  return parts;
}

function focusPart(found: Part | undefined): void {
  const place = placeIn(found);
  if (!isFocusLost(place ?? document.body)) return;
  if (place) {
    if (!place.hasAttribute('tabindex')) place.setAttribute('tabindex', '-1');
    place.focus({ preventScroll: true });
  } else {
    // The heading comes with the page. Without a connection the focus does not move.
    import('./focus-page-heading.ts').then(
      ({ focusPageHeading }) => focusPageHeading(new AbortController().signal),
      () => {},
    );
  }
}

/** Null if a whole page loads again. */
function placeIn(found: Part | undefined): HTMLElement | null {
  if (found?.heading?.isConnected) return found.heading;
  return found && !found.part.matches('main') ? found.part : null;
}
