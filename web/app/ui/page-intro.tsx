import type { ReactNode } from 'react';
import { Icon, type IconName } from './style/icons.tsx';

interface PageIntroProps {
  title: string;
  icon: IconName;
  /** One or two sentences about the page. */
  children: ReactNode;
  /** Buttons or links. */
  action?: ReactNode;
}

/** Title band of an informational page. */
export function PageIntro({ title, icon, children, action }: PageIntroProps) {
  return (
    <header className="lace-bottom bg-sea-tint">
      <div className="shell grid grid-cols-[1fr_auto] items-center gap-8 py-10 sm:py-14">
        <div className="grid max-w-2xl gap-4">
          <h1 className="text-3xl">{title}</h1>
          <div className="text-lg">{children}</div>
          {action && <div className="mt-2 flex flex-wrap gap-3">{action}</div>}
        </div>
        <span
          aria-hidden
          className="hidden size-32 -rotate-6 place-items-center rounded-xl bg-sea text-on-sea shadow-lift md:grid"
        >
          <Icon name={icon} className="size-16" />
        </span>
      </div>
    </header>
  );
}
