import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

/** One section of a person's page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-xl">{title}</h2>
      {children}
    </Card>
  );
}
