import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { saveTabDraft } from '../../session/tab-draft.ts';
import type { ContinuedReply } from './closed-note.tsx';

/** Calls `onContinue` once for an unsent reply that this page was opened with. */
export function useContinuedReply(onContinue: (reply: ContinuedReply) => void): void {
  const location = useLocation();
  const navigate = useNavigate();
  const { continued } = (location.state ?? {}) as { continued?: ContinuedReply };
  useEffect(() => {
    if (!continued) return;
    onContinue(continued);
    saveTabDraft(continued.draftName, null);
    // A reload would add it again.
    void navigate(location, { replace: true, preventScrollReset: true, state: null });
  }, [continued, location, navigate, onContinue]);
}
