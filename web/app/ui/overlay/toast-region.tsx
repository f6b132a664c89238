import { useEffect, useState } from 'react';
import { Toaster as Sonner, useSonner } from 'sonner';
import { TOAST_VISIBLE_MS, MAX_VISIBLE_TOASTS } from '@mare/domain/timings.ts';
import { bottomOfHeader } from './bottom-of-header.ts';
import './toasts.css';

const GAP_PX = 16;
/** Height of a drawer's title bar, which covers the header. */
const TITLE_OF_DRAWER_PX = 68;
/** Approximate height of a toast. */
const TOAST_PX = 96;

export default function ToastRegion() {
  const { atFoot, distance } = usePlace();
  const offset = atFoot ? { bottom: distance } : { top: distance };
  return (
    <Sonner
      duration={TOAST_VISIBLE_MS}
      visibleToasts={MAX_VISIBLE_TOASTS}
      position={atFoot ? 'bottom-center' : 'top-center'}
      offset={offset}
      mobileOffset={offset}
      className="font-sans!"
      containerAriaLabel="Avisos"
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-[min(100vw-2rem,24rem)] items-start gap-3 rounded-md border border-line border-l-4 border-l-sea bg-raised p-4 text-ink shadow-lift data-[type=error]:border-l-danger data-[type=success]:border-l-success data-[type=warning]:border-l-sun',
          icon: 'mt-0.5 shrink-0 text-sea group-data-[type=error]:text-danger',
          content: 'grid gap-0.5 grow',
          title: 'font-bold leading-snug',
          description: 'text-sm text-ink-soft',
          actionButton:
            'shrink-0 rounded-full bg-sea px-3 py-1.5 text-sm font-bold whitespace-nowrap text-on-sea',
          cancelButton: 'rounded-full px-3 py-1.5 text-sm font-bold',
        },
      }}
    />
  );
}

/**
 * Position of toasts, in pixels: below the header, so that they never cover its controls. On a phone, where that would
 * cover headings, at the bottom of the screen above any sticky bar, except over a dialog, whose buttons are there.
 */
function usePlace(): { atFoot: boolean; distance: number } {
  const count = useSonner().toasts.length;
  const [atFoot, setAtFoot] = useState(false);
  const [distance, setDistance] = useState(TITLE_OF_DRAWER_PX + GAP_PX);
  useEffect(() => {
    let foot = count > 0 && window.matchMedia('(max-width: 639px)').matches;
    const place = () => {
      // Toasts that moved to the top for a dialog stay there when it closes.
      foot &&= document.querySelector('[role="dialog"], [role="alertdialog"]') === null;
      setAtFoot(foot);
      const taken = foot ? takenAtFoot() : Math.max(bottomOfHeader(), TITLE_OF_DRAWER_PX);
      setDistance(Math.round(taken) + GAP_PX);
    };
    place();
    window.addEventListener('scroll', place, { passive: true });
    window.visualViewport?.addEventListener('resize', place);
    // A bar above the header, or a dialog, may appear or disappear at any time.
    const resized = new ResizeObserver(place);
    resized.observe(document.body);
    const opened = new MutationObserver(place);
    opened.observe(document.body, { childList: true });
    return () => {
      window.removeEventListener('scroll', place);
      window.visualViewport?.removeEventListener('resize', place);
      resized.disconnect();
      opened.disconnect();
    };
  }, [count]);
  return { atFoot, distance };
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
