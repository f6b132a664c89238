import { Toaster as Sonner } from 'sonner';
import { TOAST_STAYS_MS, TOASTS_IN_SIGHT } from '@mare/domain/pacing.ts';

/** Where toasts appear. */
export default function ToastRegion() {
  return (
    <Sonner
      duration={TOAST_STAYS_MS}
      visibleToasts={TOASTS_IN_SIGHT}
      position="top-center"
      // Below the header, and below the title of a drawer.
      offset="5.25rem"
      mobileOffset={{ top: '5.25rem' }}
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
