import { AddToCartPanel } from '../../purchase/choose/add-to-cart-panel.tsx';
import { type RifaState, RifaView } from './rifa-view.tsx';

export default function RifaWithCart(state: RifaState) {
  return <RifaView {...state} onFailure="retry" Purchase={AddToCartPanel} />;
}
