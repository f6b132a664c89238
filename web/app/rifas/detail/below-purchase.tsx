/** Sections of a rifa's page below the purchase panel, and the bar at its bottom, in one lazily loaded chunk. */
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { useRootData } from '../../document/root-data.ts';
import { InstantPrizesSection } from '../../draws/instant/instant-prizes-section.tsx';
import { links } from '../../links.ts';
import { Testimonials } from '../../social-proof/testimonials.tsx';
import { CorrectionsSection } from './corrections-section.tsx';
import { DrawPromise } from './draw-promise.tsx';
import { LeadersSection } from './leaders-section.tsx';
import { LegalPackSection } from './legal-pack-section.tsx';
import { ShareRifa } from './share-rifa.tsx';

export { ExpressBar } from '../../purchase/express/express-bar.tsx';
export { GroupStartButton } from '../../purchase/group-purchase/group-start-button.tsx';
export { PrizeList } from '../../rifa-display/prize-list.tsx';
export { OwnHolding } from './own-holding.tsx';

interface RifaRecordProps {
  rifa: RifaDetail;
  isPreview: boolean;
}

/**
 * Sharing, corrections, instant prizes, leaders and legal information. Shows no invitation to buy for a cancelled
 * rifa.
 */
export function RifaRecord({ rifa, isPreview }: RifaRecordProps) {
  const { id, title, totalNumbers, status, shortCode } = rifa;
  const publicUrl = useRootData()?.publicUrl ?? '';
  const isCancelled = status === 'cancelled';
  return (
    <>
      {!isCancelled && (
        <div inert={isPreview}>
          <ShareRifa rifaId={id} title={title} url={`${publicUrl}${links.shortCode(shortCode)}`} />
        </div>
      )}
      <CorrectionsSection rifaId={id} />
      <InstantPrizesSection rifaId={id} />
      <LeadersSection rifaId={id} totalNumbers={totalNumbers} selling={status === 'active'} />
      <LegalPackSection rifaId={id} totalNumbers={totalNumbers} isCancelled={isCancelled} />
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
