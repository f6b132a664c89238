import { useEffect, useRef } from 'react';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { useRecordTitle } from '../../document/use-record-title.ts';
import { RifaStatusBadge } from '../../rifa-display/rifa-status-badge.tsx';
import { Cockpit } from './cockpit.tsx';
import { DraftActions } from './draft-actions.tsx';
import { GuidedDraft } from './draft/guided-draft.tsx';
import { EditRifa } from './edit-rifa.tsx';
import { RifaState } from './state/rifa-state.tsx';

/** A rifa in the panel: its draft, or its cockpit. */
export default function LoadedRifa({
  rifa,
  onReload,
}: {
  rifa: ManagedRifa;
  onReload: () => Promise<unknown>;
}) {
  useRecordTitle(rifa.title);
  const heading = useFocusOnNewState(rifa.status);
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="scroll-mt-24 text-3xl text-balance">
          {rifa.title}
        </h1>
        <RifaStatusBadge status={rifa.pauseReason === null ? rifa.status : 'paused'} />
      </header>
      {rifa.status === 'draft' ? (
        <>
          <div className="flex flex-wrap gap-3">
            <DraftActions rifa={rifa} />
          </div>
          <GuidedDraft rifaId={rifa.id} onChanged={onReload} />
        </>
      ) : (
        <>
          <RifaState rifa={rifa} onChanged={onReload} />
          {rifa.publishedAt === null ? (
            <EditRifa rifa={rifa} onReload={onReload} />
          ) : (
            <Cockpit rifa={rifa} onReload={onReload} />
          )}
        </>
      )}
    </>
  );
}

/** A new state replaces the page below the title, so the focus moves to the title. */
function useFocusOnNewState(status: ManagedRifa['status']) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(status);
  useEffect(() => {
    if (shown.current === status) return;
    shown.current = status;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [status]);
  return heading;
}
