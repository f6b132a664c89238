import { ParticipationPanel } from '../../purchase/choose/participation-panel.tsx';
import { type RifaState, RifaView } from './rifa-view.tsx';

export default function RifaWithCheckout(state: RifaState) {
  return <RifaView {...state} onFailure="redirect" Purchase={ParticipationPanel} />;
}
