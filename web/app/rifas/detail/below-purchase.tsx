/** Sections of a rifa's page below the purchase panel, in one lazily loaded chunk. */
import { InstantPrizesSection } from '../../draws/instant/instant-prizes-section.tsx';
import { Testimonials } from '../../social-proof/testimonials.tsx';
import { DrawPromise } from './draw-promise.tsx';
import { Leaders } from './leaders.tsx';
import { LegalPack } from './legal-pack.tsx';

export { PrizeList } from '../../rifa-display/prize-list.tsx';
export { ShareRifa } from './share-rifa.tsx';

interface RifaRecordProps {
  rifaId: string;
  totalNumbers: number;
  /** Whether cotas are still on sale. */
  selling: boolean;
}

/** Instant prizes, leaders and legal information. */
export function RifaRecord({ rifaId, totalNumbers, selling }: RifaRecordProps) {
  return (
    <>
      <InstantPrizesSection rifaId={rifaId} />
      <Leaders rifaId={rifaId} totalNumbers={totalNumbers} selling={selling} />
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
