import { bottomOfHeader } from './bottom-of-header.ts';

const GAP_PX = 16;
/** Height of a drawer's title bar, which covers the header. */
const TITLE_OF_DRAWER_PX = 68;
/** Approximate height of a toast that is not shown yet. */
const TOAST_PX = 96;
/** Strips of the toasts behind the newest one. */
const EDGES_OF_OTHERS_PX = 32;

export interface ToastPlace {
  atFoot: boolean;
  /** Pixels from that edge of the screen. */
  distance: number;
}

/** Place of toasts while the page loads: below the header. */
export const FIRST_TOAST_PLACE: ToastPlace = { atFoot: false, distance: TITLE_OF_DRAWER_PX + GAP_PX };

export const isDialogOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** Returns the preferred place, or the opposite one where only the preferred one covers the keyboard focus (WCAG 2.4.11). */
export function placeOfToasts(prefersFoot: boolean): ToastPlace {
  const preferred = placeAt(prefersFoot);
  if (!coversFocus(preferred)) return preferred;
  const opposite = placeAt(!prefersFoot);
  return coversFocus(opposite) ? preferred : opposite;
}

function placeAt(atFoot: boolean): ToastPlace {
  const taken = atFoot ? takenAtFoot() : Math.max(bottomOfHeader(), TITLE_OF_DRAWER_PX);
  return { atFoot, distance: Math.round(taken) + GAP_PX };
}

/** Pixels at the bottom of the screen that the on-screen keyboard or a sticky bar (`data-at-foot`) covers. */
function takenAtFoot(): number {
  const view = window.visualViewport;
  const height = view && view.scale === 1 ? view.offsetTop + view.height : window.innerHeight;
  const staying = [...document.querySelectorAll('[data-at-foot]')].map((bar) => bar.getBoundingClientRect());
  const tops = staying
    .filter(({ top, bottom }) => top < height && bottom > height - TOAST_PX)
    .map(({ top }) => top);
  return window.innerHeight - Math.min(height, ...tops);
}

/** Whether a focused control would be covered. False for a focused toast, which stays where it is. */
function coversFocus({ atFoot, distance }: ToastPlace): boolean {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused.tabIndex < 0) return false;
  if (!focused.matches(':focus-visible') || focused.closest('[data-sonner-toaster]')) return false;
  const newest = document.querySelector<HTMLElement>('[data-sonner-toast][data-front="true"]');
  const height = (newest?.offsetHeight || TOAST_PX) + EDGES_OF_OTHERS_PX;
  const width = newest?.offsetWidth || window.innerWidth;
  const middle = document.documentElement.clientWidth / 2;
  const top = atFoot ? window.innerHeight - distance - height : distance;
  const box = focused.getBoundingClientRect();
  return (
    box.left < middle + width / 2 &&
    box.right > middle - width / 2 &&
    box.top < top + height &&
    box.bottom > top
  );
}
