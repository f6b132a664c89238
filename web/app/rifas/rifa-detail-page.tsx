import { HydrationBoundary } from '@tanstack/react-query';
import { type MetaDescriptor, useParams } from 'react-router';
import { siteUrl } from '../site-url.ts';
import type { Route } from './+types/rifa-detail-page.ts';
import { ParticipationPanel } from './participation-panel.tsx';
import { describeRifa, loadRifaInBrowser, loadRifaOnServer } from './rifa-data.ts';
import { RifaLoading, RifaNotFound, RifaPage } from './rifa-view.tsx';
import { useRifaOrLeave } from './use-rifa-or-leave.ts';

export const loader = ({ context, params }: Route.LoaderArgs) => loadRifaOnServer(context, params.id);

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadRifaInBrowser(params.id);

export function meta({ loaderData, matches }: Route.MetaArgs): MetaDescriptor[] {
  return describeRifa(loaderData?.rifa ?? null, siteUrl(matches));
}

/** A rifa for whoever takes part with an account: who may, and on to the purchase. */
export default function RifaDetailPage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <Rifa />
    </HydrationBoundary>
  );
}

function Rifa() {
  const { id = '' } = useParams();
  const { rifa, missing } = useRifaOrLeave(id);
  if (missing) return <RifaNotFound />;
  if (!rifa) return <RifaLoading />;
  return <RifaPage rifa={rifa} purchase={<ParticipationPanel rifa={rifa} />} />;
}
