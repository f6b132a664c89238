import type { ReactNode } from 'react';
import { classNames } from '../../ui/style/class-names.ts';
import { Icon, type IconName } from '../../ui/style/icons.tsx';

interface AuditSectionProps {
  icon: IconName;
  title: string;
  done: boolean;
  children: ReactNode;
}

/** One step of the draw audit. */
export function AuditSection({ icon, title, done, children }: AuditSectionProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      <span
        aria-hidden
        className={classNames(
          'grid size-11 place-items-center rounded-full',
          done ? 'bg-sea text-on-sea' : 'bg-sunken text-ink-soft',
        )}
      >
        <Icon name={icon} />
      </span>
      <section className="grid gap-3 pt-1.5">
        <h2 className="text-xl">{title}</h2>
        {children}
      </section>
    </li>
  );
}

/** Collapsible verbatim text. */
export function Evidence({ title, text }: { title: string; text: string }) {
  return (
    <details className="rounded-md border border-line">
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-semibold">{title}</summary>
      {/* Scrolls horizontally, so it must be focusable by keyboard. */}
      <section aria-label={title}>
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take the focus
          tabIndex={0}
          className="max-h-80 overflow-auto border-t border-line px-4 py-3 font-mono text-sm"
        >
          {text}
        </pre>
      </section>
    </details>
  );
}
