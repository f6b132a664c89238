/** What of a rifa's page stands below the purchase, in one file that loads after the page. */
import { InstantPrizesSection } from '../../draws/instant/instant-prizes-section.tsx';
import { Testimonials } from '../../social-proof/testimonials.tsx';
import { DrawPromise } from './draw-promise.tsx';
import { Leaders } from './leaders.tsx';
import { LegalPack } from './legal-pack.tsx';

export { PrizeList } from './prize-list.tsx';

/** Prizes found so far, who took part most, and the authorisation, regulation and organiser. */
export function RifaRecord({ rifaId, totalNumbers }: { rifaId: string; totalNumbers: number }) {
  return (
    <>
      <InstantPrizesSection rifaId={rifaId} />
      <Leaders rifaId={rifaId} totalNumbers={totalNumbers} />
      <LegalPack rifaId={rifaId} />
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
