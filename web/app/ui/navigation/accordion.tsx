import { useId, type ReactNode } from 'react';
import { Icon } from '../style/icons.tsx';

export interface AccordionItem {
  /** Unique within the accordion. */
  title: string;
  content: ReactNode;
}

/** Native disclosure elements, one open at a time. Works without JavaScript. */
export function Accordion({ items }: { items: AccordionItem[] }) {
  const group = useId();
  return (
    <div className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {items.map((item) => (
        <details key={item.title} name={group} className="group">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-5 py-3 font-bold hover:text-sea [&::-webkit-details-marker]:hidden">
            {item.title}
            <Icon
              name="chevronDown"
              className="size-5 text-sea transition-transform duration-200 group-open:rotate-180"
            />
          </summary>
          <div className="px-5 pb-5 text-ink-soft">{item.content}</div>
        </details>
      ))}
    </div>
  );
}
