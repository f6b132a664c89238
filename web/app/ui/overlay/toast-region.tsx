import { useEffect, useRef, useState } from 'react';
import { Toaster as Sonner, useSonner } from 'sonner';
import { TOAST_VISIBLE_MS, MAX_VISIBLE_TOASTS } from '@mare/domain/timings.ts';
import { FIRST_TOAST_PLACE, isDialogOpen, placeOfToasts, type ToastPlace } from './toast-place.ts';
import './toasts.css';

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
 * Position of toasts: below the header, so that they never cover its controls. On a phone, where that would cover
 * headings, at the bottom of the screen above any sticky bar, except over a dialog, whose buttons are there.
 */
function usePlace(): ToastPlace {
  const count = useSonner().toasts.length;
  const [place, setPlace] = useState(FIRST_TOAST_PLACE);
  /** Kept while toasts show: moving one shows it for its full time again. Null without toasts. */
  const prefersFoot = useRef<boolean | null>(null);
  useEffect(() => {
    prefersFoot.current = count === 0 ? null : (prefersFoot.current ?? isPhone());
    const update = () => {
      const { atFoot, distance } = placeOfToasts(prefersFoot.current === true && !isDialogOpen());
      if (prefersFoot.current !== null) prefersFoot.current = atFoot;
      setPlace((last) =>
        last.atFoot === atFoot && last.distance === distance ? last : { atFoot, distance },
      );
    };
    update();
    document.addEventListener('focusin', update);
    window.addEventListener('scroll', update, { passive: true });
    window.visualViewport?.addEventListener('resize', update);
    // A bar above the header, or a dialog, may appear or disappear at any time.
    const resized = new ResizeObserver(update);
    resized.observe(document.body);
    const opened = new MutationObserver(update);
    opened.observe(document.body, { childList: true });
    return () => {
      document.removeEventListener('focusin', update);
      window.removeEventListener('scroll', update);
      window.visualViewport?.removeEventListener('resize', update);
      resized.disconnect();
      opened.disconnect();
    };
  }, [count]);
  useEffect(release, [place.atFoot]);
  return place;
}

/**
 * At the other edge of the screen sonner renders a new list. It takes a pointer on the old one, which no event moves
 * away any more, for a pointer on the new one: the toasts would stay.
 */
function release(): void {
  const list = document.querySelector('[data-sonner-toaster]');
  list?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  list?.dispatchEvent(new MouseEvent('mouseout', { bubbles: true }));
}

const isPhone = () => window.matchMedia('(max-width: 639px)').matches;
