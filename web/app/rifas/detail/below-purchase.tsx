/** What of a rifa's page stands below the purchase, in one file that loads after the page. */
import type { RifaDetail } from '@mare/contract/rifas/rifas.ts';
import { InstantPrizesSection } from '../../draws/instant/instant-prizes-section.tsx';
import { Testimonials } from '../../social-proof/testimonials.tsx';
import { DrawPromise } from './draw-promise.tsx';
import { Leaders } from './leaders.tsx';
import { LegalPack } from './legal-pack.tsx';

export { PrizeList } from './prize-list.tsx';

/** Prizes found so far, who took part most, and the authorisation, regulation and organiser. */
export function RifaRecord({ rifa }: { rifa: RifaDetail }) {
  return (
    <>
      <InstantPrizesSection rifaId={rifa.id} />
      <Leaders rifa={rifa} />
      <LegalPack rifaId={rifa.id} />
    </>
  );
}

export function RifaEnd() {
  return (
    <>
      <DrawPromise />
      <Testimonials />
    </>
  );
}
