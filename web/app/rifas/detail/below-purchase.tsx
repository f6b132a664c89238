/** Sections of a rifa's page below the purchase panel, and the bar at its foot, in one lazily loaded chunk. */
import { InstantPrizesSection } from '../../draws/instant/instant-prizes-section.tsx';
import { Testimonials } from '../../social-proof/testimonials.tsx';
import { CorrectionsSection } from './corrections-section.tsx';
import { DrawPromise } from './draw-promise.tsx';
import { LeadersSection } from './leaders-section.tsx';
import { LegalPackSection } from './legal-pack-section.tsx';

export { ExpressBar } from '../../purchase/express/express-bar.tsx';
export { GroupStartButton } from '../../purchase/group-purchase/group-start-button.tsx';
export { PrizeList } from '../../rifa-display/prize-list.tsx';
export { OwnHolding } from './own-holding.tsx';
export { ShareRifa } from './share-rifa.tsx';

interface RifaRecordProps {
  rifaId: string;
  totalNumbers: number;
  /** Whether cotas are still on sale. */
  selling: boolean;
  /** Then no draw is announced. */
  isCancelled: boolean;
}

/** Corrections, instant prizes, leaders and legal information. */
export function RifaRecord({ rifaId, totalNumbers, selling, isCancelled }: RifaRecordProps) {
  return (
    <>
      <CorrectionsSection rifaId={rifaId} />
      <InstantPrizesSection rifaId={rifaId} />
      <LeadersSection rifaId={rifaId} totalNumbers={totalNumbers} selling={selling} />
      <LegalPackSection rifaId={rifaId} totalNumbers={totalNumbers} isCancelled={isCancelled} />
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
