import { type ComponentProps, useState } from 'react';
import { Button } from '../button.tsx';
import { LiveRegion } from '../live-region.tsx';
import { useKeptFocus } from '../focus/use-kept-focus.ts';

interface MoreButtonProps extends Pick<
  ComponentProps<typeof Button>,
  'size' | 'block' | 'className' | 'children'
> {
  /** Result of TanStack's `useInfiniteQuery`. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
}

/** Loads the next page of an infinite list and announces it to screen readers, or says that it failed. Hidden on the last page. */
export function MoreButton({ list, ...rest }: MoreButtonProps) {
  const [isPressed, setPressed] = useState(false);
  const isAtEnd = isPressed && !list.hasNextPage;
  const end = useKeptFocus<HTMLParagraphElement>(isAtEnd);
  return (
    <>
      {list.hasNextPage && (
        <Button
          variant="outline"
          loading={list.isFetchingNextPage}
          onClick={() => {
            setPressed(true);
            void list.fetchNextPage();
          }}
          {...rest}
        />
      )}
      <LiveRegion>
        {isPressed && list.hasNextPage && !list.isFetchingNextPage && <Outcome {...list} />}
      </LiveRegion>
      {isAtEnd && (
        <p ref={end} tabIndex={-1} className="sr-only">
          Fim da lista.
        </p>
      )}
    </>
  );
}

function Outcome({ isFetchNextPageError }: Pick<MoreButtonProps['list'], 'isFetchNextPageError'>) {
  if (!isFetchNextPageError) return <p className="sr-only">A lista aumentou.</p>;
  return (
    <p className="mt-2 text-sm font-semibold text-danger">Não foi possível mostrar mais. Tente de novo.</p>
  );
}
