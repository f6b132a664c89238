import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { useRootData } from '../document/root-data.ts';
import { ShopMark } from '../ui/style/logo.tsx';

interface AccountCardProps {
  title: string;
  lead: ReactNode;
  /** Above the heading. */
  notice?: ReactNode;
  children: ReactNode;
}

/** Card of the sign-in, recovery and new-password pages. */
export function AccountCard({ title, lead, notice, children }: AccountCardProps) {
  return (
    <main id="conteudo" className="shell grid justify-items-center py-10 sm:py-16">
      <Card padded className="grid w-full max-w-md gap-5">
        {notice}
        <div className="grid justify-items-center gap-2 text-center">
          <ShopMark logo={useRootData()?.site.logo} className="size-14" />
          <h1 tabIndex={-1} className="text-2xl">
            {title}
          </h1>
          <p className="wrap-anywhere text-ink-soft">{lead}</p>
        </div>
        {children}
      </Card>
    </main>
  );
}
