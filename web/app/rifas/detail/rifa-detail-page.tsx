import type { Route } from './+types/rifa-detail-page.ts';
import { ParticipationPanel } from '../../purchase/choose/participation-panel.tsx';
import { RifaScreen } from './rifa-screen.tsx';

export { clientLoader, loader, meta } from '../rifa-data.ts';

/** A rifa for whoever takes part with an account: who may, and on to the purchase. */
export default function RifaDetailPage({ loaderData }: Route.ComponentProps) {
  return <RifaScreen loaderData={loaderData} onFailure="leave" Purchase={ParticipationPanel} />;
}
