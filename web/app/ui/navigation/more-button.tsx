import type { ComponentProps } from 'react';
import { Button } from '../button.tsx';

interface MoreButtonProps extends Pick<
  ComponentProps<typeof Button>,
  'size' | 'block' | 'className' | 'children'
> {
  /** Result of TanStack's `useInfiniteQuery`. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Loads the next page of an infinite list. Renders nothing on the last page. */
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
