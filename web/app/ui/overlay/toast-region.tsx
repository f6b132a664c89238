import { useEffect, useState } from 'react';
import { Toaster as Sonner } from 'sonner';
import { TOAST_STAYS_MS, TOASTS_IN_SIGHT } from '@mare/domain/pacing.ts';
import { bottomOfHeader } from './bottom-of-header.ts';
import './toasts.css';

const GAP_PX = 16;
/** The title of a drawer, which lies over the header. */
const TITLE_OF_DRAWER_PX = 68;

/** Where toasts appear. */
export default function ToastRegion() {
  const top = useTop();
  return (
    <Sonner
      duration={TOAST_STAYS_MS}
      visibleToasts={TOASTS_IN_SIGHT}
      position="top-center"
      offset={top}
      mobileOffset={{ top }}
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
          actionButton: 'rounded-full bg-sea px-3 py-1.5 text-sm font-bold text-on-sea',
          cancelButton: 'rounded-full px-3 py-1.5 text-sm font-bold',
        },
      }}
    />
  );
}

/** Below the header wherever it stands, so that a toast never lies over what one presses there. In pixels. */
function useTop(): number {
  const [top, setTop] = useState(TITLE_OF_DRAWER_PX + GAP_PX);
  useEffect(() => {
    const place = () => setTop(Math.round(Math.max(bottomOfHeader(), TITLE_OF_DRAWER_PX)) + GAP_PX);
    window.addEventListener('scroll', place, { passive: true });
    // A bar above the header may come or go at any time.
    const resized = new ResizeObserver(place);
    resized.observe(document.body);
    return () => {
      window.removeEventListener('scroll', place);
      resized.disconnect();
    };
  }, []);
  return top;
}
