import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { showWholeItem } from './show-whole-item.ts';

export interface TabItem {
  value: string;
  label: ReactNode;
  content: ReactNode;
  /** Keeps input in the hidden panel. */
  keepMounted?: boolean;
}

interface TabsProps {
  /** Accessible name. */
  label: string;
  items: TabItem[];
  defaultValue?: string;
  value?: string;
  onValueChange?: (value: string) => void;
}

export function Tabs({ label, items, defaultValue, value, onValueChange }: TabsProps) {
  return (
    <BaseTabs.Root
      defaultValue={value === undefined ? (defaultValue ?? items[0]?.value) : undefined}
      value={value}
      onValueChange={(next: string) => onValueChange?.(next)}
    >
      <BaseTabs.List
        aria-label={label}
        className="flex overflow-x-auto shadow-[inset_0_-2px_var(--color-line)]"
      >
        {items.map((item) => (
          <BaseTabs.Tab
            key={item.value}
            value={item.value}
            // On a phone the list scrolls.
            onClick={showWholeItem}
            onFocus={showWholeItem}
            className="flex min-h-12 shrink-0 items-center gap-1.5 -outline-offset-3 border-b-3 border-transparent px-2.5 font-bold sm:px-4 text-ink-soft hover:text-ink data-active:border-coral data-active:text-ink"
          >
            {item.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {items.map((item) => (
        <BaseTabs.Panel key={item.value} value={item.value} keepMounted={item.keepMounted} className="py-6">
          {item.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
