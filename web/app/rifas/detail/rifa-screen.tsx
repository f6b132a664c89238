import { type DehydratedState, HydrationBoundary, useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect } from 'react';
import { useNavigate, useParams, useRevalidator } from 'react-router';
import type { RifaDetail } from '@mare/contract/rifas/rifas.ts';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { isRefusal, sentenceFor } from '../../messages.ts';
import { ErrorState } from '../../ui/states.tsx';
import { noteStep } from '../../experiments/note-step.ts';
import { RifaLoading, RifaNotFound, RifaView } from './rifa-view.tsx';
import { lateToast } from '../../ui/overlay/late-toast.ts';

interface RifaScreenProps {
  loaderData:
    | { dehydratedState: DehydratedState | undefined; rifa: RifaDetail | null | undefined }
    | undefined;
  /** What a rifa that does not load leads to: another try here, or the way home. */
  onFailure: 'retry' | 'leave';
  /** How to take part. */
  Purchase: ComponentType<{ rifa: RifaDetail }>;
}

/** The rifa that the address names: loading, not found, failed or there. */
export function RifaScreen({ loaderData, ...rest }: RifaScreenProps) {
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <Rifa titled={Boolean(loaderData?.rifa)} {...rest} />
    </HydrationBoundary>
  );
}

interface RifaProps extends Omit<RifaScreenProps, 'loaderData'> {
  /** Whether the page's title knows the rifa already. */
  titled: boolean;
}

function Rifa({ titled, onFailure, Purchase }: RifaProps) {
  const { id = '' } = useParams();
  const rifa = useQuery(queries.rifas.find.queryOptions({ input: { id } }));
  const { revalidate } = useRevalidator();
  const cameLate = Boolean(rifa.data) && !titled;
  useEffect(() => {
    if (cameLate) void revalidate();
  }, [cameLate, revalidate]);
  const isThere = Boolean(rifa.data);
  useEffect(() => {
    if (isThere) noteStep('view');
  }, [isThere]);
  if (isRefusal(rifa.error, 'NOT_FOUND')) return <RifaNotFound />;
  if (rifa.data) return <RifaView rifa={rifa.data} purchase={<Purchase rifa={rifa.data} />} />;
  if (!rifa.isError) return <RifaLoading />;
  if (onFailure === 'leave') return <LeaveForHome />;
  return (
    <main id="conteudo">
      <ErrorState level={1} title={sentenceFor(rifa.error)} onRetry={() => void rifa.refetch()} />
    </main>
  );
}

/** For a screen that cannot do without its rifa: says that it did not load, and goes home. */
export function LeaveForHome() {
  const navigate = useNavigate();
  useEffect(() => {
    lateToast.error('Erro', { description: 'Não foi possível carregar os dados da rifa.' });
    void navigate(links.home(), { replace: true });
  }, [navigate]);
  return <RifaLoading />;
}
