import type { ReactNode } from 'react';
import { RifaPicture } from '../../../rifa-display/rifa-picture.tsx';

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    // Focusable, so that the arrow keys scroll the dialog around it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={title} tabIndex={0} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-bold">{title}</h3>
      <dl className="grid gap-2 rounded-md bg-sunken p-4 text-sm">{children}</dl>
    </section>
  );
}

export function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 wrap-break-word">{children}</dd>
    </div>
  );
}

/** Collapsible text, with its line breaks. */
export function LongText({ title, text }: { title: string; text: string }) {
  return (
    <details className="rounded-md border border-line">
      <summary className="min-h-11 cursor-pointer px-3 py-2.5 font-semibold">{title}</summary>
      <p className="border-t border-line px-3 py-2.5 whitespace-pre-line">{text}</p>
    </details>
  );
}

export function Thumbnail({ image, alt }: { image: string; alt: string }) {
  return <RifaPicture image={image} alt={alt} sizes="96px" className="aspect-4/3 w-24 shrink-0 rounded-md" />;
}
