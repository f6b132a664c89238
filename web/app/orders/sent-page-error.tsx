import type { ComponentProps } from 'react';
import { isApiError } from '../fetching/failures/is-api-error.ts';
import { links } from '../links.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';

interface SentPageErrorProps extends Pick<ComponentProps<typeof EmptyState>, 'icon'> {
  error: unknown;
  /** Titles for an entity that does not exist, and for other errors. */
  notFound: string;
  failed: string;
  onRetry: () => unknown;
}

/** In place of a page whose address one buyer sent to another: a gift, a group purchase. */
export function SentPageError({ error, icon, notFound, failed, onRetry }: SentPageErrorProps) {
  if (!isApiError(error, 'NOT_FOUND')) return <ErrorState level={1} title={failed} onRetry={onRetry} />;
  return (
    <EmptyState
      icon={icon}
      level={1}
      title={notFound}
      action={<LinkButton to={links.home()}>Ver Rifas</LinkButton>}
    >
      Confira o endereço com quem o enviou.
    </EmptyState>
  );
}
