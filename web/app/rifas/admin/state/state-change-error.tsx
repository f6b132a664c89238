import type { RifaGaps } from '@mare/contract/rifas/rifa-gaps.ts';
import { extractionLabel } from '@mare/domain/draws/lottery/extraction-label.ts';
import { isApiError, errorMessage } from '../../../messages.ts';
import { missingLabels } from '../missing-labels.ts';

/** Rejection of a state change, with the missing requirements. */
export function StateChangeError({ error }: { error: unknown }) {
  const gaps = gapsIn(error);
  return (
    <div role="alert" ref={scrollIntoView} className="grid gap-2 rounded-md bg-danger-tint p-4 text-danger">
      <p className="font-semibold">{errorMessage(error)}</p>
      {gaps && <MissingParts gaps={gaps} />}
    </div>
  );
}

/** What has to be filled in before the rifa can be published, shown before the attempt. */
export function GapsNotice({ gaps }: { gaps: RifaGaps }) {
  return (
    <div className="grid gap-2 rounded-md bg-warning-tint p-4 text-warning">
      <p className="font-semibold">Falta para publicar:</p>
      <MissingParts gaps={gaps} />
    </div>
  );
}

function MissingParts({ gaps }: { gaps: RifaGaps }) {
  return (
    <>
      {gaps.missing.length > 0 && (
        <ul className="list-disc pl-5">
          {gaps.missing.map((part) => (
            <li key={part}>{missingLabels[part]}</li>
          ))}
        </ul>
      )}
      <NextPossible gaps={gaps} />
    </>
  );
}

/** Names the first extraction that can be chosen, if the chosen one cannot. */
export function NextPossible({ gaps: { missing, nextExtraction } }: { gaps: RifaGaps }) {
  if (!nextExtraction || !(missing.includes('draw_date') || missing.includes('sales_end'))) return null;
  const { number, runsAt } = nextExtraction;
  return <p>A próxima possível é a {extractionLabel(number, new Date(runsAt))}.</p>;
}

function gapsIn(error: unknown): RifaGaps | null {
  return isApiError(error, 'RIFA_INCOMPLETE') ? (error as { data: RifaGaps }).data : null;
}

/** Scrolls it into view, because the dialog may be longer than the screen. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
