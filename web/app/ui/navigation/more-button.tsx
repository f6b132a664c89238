import type { ComponentProps } from 'react';
import { Button } from '../button.tsx';

interface MoreButtonProps extends Pick<
  ComponentProps<typeof Button>,
  'size' | 'block' | 'className' | 'children'
> {
  /** As TanStack's infinite query has it. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Below a list that comes in pieces. Nothing once all of it is there. */
export function MoreButton({ list, ...rest }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="outline"
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
      {...rest}
    />
  );
}
