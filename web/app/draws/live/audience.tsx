import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api.ts';
import { formatCount } from '../../format.ts';

/** Must be shorter than the server's timeout of a viewer. */
const ANNOUNCE_EVERY_MS = 20_000;

/** People whose pages show this draw now; hidden pages do not count. */
export function Audience({ rifaId }: { rifaId: string }) {
  const [viewer] = useState(() => crypto.randomUUID());
  const { data } = useQuery({
    ...queries.draws.watch.queryOptions({ input: { rifaId, viewer } }),
    // The server renders no viewers.
    enabled: typeof window !== 'undefined',
    refetchInterval: ANNOUNCE_EVERY_MS,
    retry: false,
    staleTime: 0,
  });
  return (
    // Reserves the space: the number must not shift the layout.
    <span className="flex min-h-6 items-center gap-2">
      {data && (
        <>
          <span className="size-2.5 rounded-full bg-coral motion-safe:animate-beat" aria-hidden />
          {formatCount(data.watching, 'pessoa acompanhando', 'pessoas acompanhando')}
        </>
      )}
    </span>
  );
}
