import type { ReactNode } from 'react';
import { useFocusHeading } from './focus/use-focus-heading.ts';
import { EmptyState, FormError } from './states.tsx';
import type { IconName } from './style/icons.tsx';

interface MailedLinkPageProps {
  icon: IconName;
  /** A new title gets the focus, as the pressed button has disappeared. */
  title: string;
  children: ReactNode;
  /** Button of the question, or a link once it is answered. */
  action: ReactNode;
  error?: string | null;
}

/** Page that a mailed link opens. Requires a press, because mail clients prefetch links. */
export function MailedLinkPage({ icon, title, children, action, error }: MailedLinkPageProps) {
  const page = useFocusHeading<HTMLElement>(title);
  return (
    <main id="conteudo" className="shell" ref={page}>
      <EmptyState
        icon={icon}
        level={1}
        title={title}
        className="min-h-[60svh] content-center"
        action={action}
      >
        <p>{children}</p>
        {error && <FormError className="mt-3">{error}</FormError>}
      </EmptyState>
    </main>
  );
}
