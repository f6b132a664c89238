import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { classNames } from '../style/class-names.ts';
import { Icon } from '../style/icons.tsx';

export type DialogSize = 'sm' | 'md' | 'lg' | 'xl';

const widths: Record<DialogSize, string> = {
  sm: 'max-w-sm',
  md: 'max-w-lg',
  lg: 'max-w-2xl',
  xl: 'max-w-5xl',
};

interface PanelProps {
  open: boolean;
  /** Called with false on Escape, a click on the backdrop or the close button. */
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  /** Buttons that stay visible while the content scrolls: cancel first, then the action. */
  footer?: ReactNode;
}

/** At the height of the panels, so that the backdrop of a second dialog covers the first. */
const backdrop =
  'fixed inset-0 z-50 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0';

function PanelBody({ title, description, children, footer }: Omit<PanelProps, 'open' | 'onOpenChange'>) {
  return (
    <>
      <div className="flex items-start gap-4 border-b border-line px-5 py-4 low-window:py-1">
        <div className="min-w-0 grow">
          <BaseDialog.Title className="text-xl">{title}</BaseDialog.Title>
          {description && (
            <BaseDialog.Description className="mt-1 text-sm text-ink-soft low-window:mt-0">
              {description}
            </BaseDialog.Description>
          )}
        </div>
        <BaseDialog.Close
          data-part="close"
          aria-label="Fechar"
          className="-mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sea-tint"
        >
          <Icon name="close" />
        </BaseDialog.Close>
      </div>
      <div className="grow scroll-py-3 overflow-y-auto overscroll-contain px-5 py-5">{children}</div>
      {footer && (
        <div data-part="footer" className="border-t border-line px-5 py-4 low-window:py-2">
          {footer}
        </div>
      )}
    </>
  );
}

/** Modal dialog in the middle of the page; a bottom sheet on phones. Closes in 200 ms. */
export function Dialog({
  open,
  onOpenChange,
  size = 'md',
  initialFocus,
  loading = false,
  ...body
}: PanelProps & {
  size?: DialogSize;
  /** Whether the content is still loading. It gets the focus once loaded. */
  loading?: boolean;
  /** Element to focus on open. Default: see `findInitialFocus`. */
  initialFocus?: RefObject<HTMLElement | null>;
}) {
  const popup = useRef<HTMLDivElement>(null);
  useFocusWhenLoaded(popup, loading);
  return (
    <BaseDialog.Root open={open} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdrop} />
        <BaseDialog.Viewport className="fixed inset-0 z-50 grid grid-cols-[minmax(0,1fr)] items-end justify-items-center sm:items-center sm:p-6">
          <BaseDialog.Popup
            ref={popup}
            onSubmit={stopAtDialog}
            initialFocus={initialFocus ?? (() => findInitialFocus(popup.current))}
            className={classNames(
              'flex max-h-[90svh] low-window:max-h-svh w-full flex-col rounded-t-xl bg-surface text-ink shadow-lift sm:rounded-lg',
              'transition duration-200 ease-tide data-ending-style:translate-y-4 data-ending-style:opacity-0',
              'data-starting-style:translate-y-4 data-starting-style:opacity-0',
              widths[size],
            )}
          >
            <PanelBody {...body} />
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** React bubbles events out of a portal: a form around the dialog would be sent together with the one inside. */
const stopAtDialog = (event: FormEvent) => event.stopPropagation();

/**
 * Default focus of a dialog: the first field, else the cancel button before an action. The close button if there is
 * neither, or if focusing a field would open a phone's keyboard.
 *
 * @returns the element to focus, or true for the first focusable one
 */
function findInitialFocus(popup: HTMLElement | null): HTMLElement | true {
  if (!popup || matchMedia('(pointer: coarse)').matches) return true;
  const field = popup.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled)');
  const [cancelButton, actionButton] = popup.querySelectorAll<HTMLElement>('[data-part=footer] button');
  return field ?? (actionButton && cancelButton) ?? true;
}

/** Moves the focus from the close button, the only control while loading, to the loaded content. */
function useFocusWhenLoaded(popup: RefObject<HTMLElement | null>, loading: boolean) {
  useEffect(() => {
    if (loading) return;
    // The dialog focuses the close button in the next frame after it opens, perhaps after its content has loaded.
    const frame = requestAnimationFrame(() => {
      const close = popup.current?.querySelector('[data-part=close]');
      if (!close || close !== document.activeElement) return;
      const next = findInitialFocus(popup.current);
      if (next !== true) next.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [popup, loading]);
}

const sides = {
  right: 'right-0 sm:rounded-l-xl data-ending-style:translate-x-full data-starting-style:translate-x-full',
  left: 'left-0 sm:rounded-r-xl data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
};

/** Modal panel that slides in from a side: the cart (right), the mobile menu (left). */
export function Drawer({
  open,
  onOpenChange,
  side = 'right',
  finalFocus,
  ...body
}: PanelProps & {
  side?: 'left' | 'right';
  /**
   * Element to focus on close, false for none, true for the previously focused one. Default: that one too, unless the
   * focus has left the panel.
   */
  finalFocus?: () => HTMLElement | boolean;
}) {
  return (
    <BaseDialog.Root open={open} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdrop} />
        <BaseDialog.Popup
          {...(finalFocus && { finalFocus })}
          className={classNames(
            'fixed inset-y-0 z-50 flex w-[min(100vw-2.5rem,27rem)] flex-col bg-surface text-ink shadow-lift',
            'transition-transform duration-200 ease-tide',
            sides[side],
          )}
        >
          <PanelBody {...body} />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
