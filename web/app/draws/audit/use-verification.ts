import { useCallback, useEffect, useRef, useState } from 'react';
import type { DrawRecord } from '@mare/domain/draws/verifying/verify-draw.ts';
import { links } from '../../links.ts';
import type { VerifyMessage, VerifyRequest } from './verify-draw.worker.ts';

export type Verification = { kind: 'idle' } | VerifyMessage;

/** Verifies a draw in a dedicated worker, terminated on unmount. */
export function useVerification(): [Verification, (rifaId: string, record: DrawRecord) => void] {
  const [state, setState] = useState<Verification>({ kind: 'idle' });
  const worker = useRef<Worker>(null);
  const start = useCallback((rifaId: string, record: DrawRecord) => {
    worker.current?.terminate();
    const next = new Worker(new URL('./verify-draw.worker.ts', import.meta.url), { type: 'module' });
    worker.current = next;
    setState({ kind: 'progress', share: 0 });
    next.addEventListener('message', ({ data }: MessageEvent<VerifyMessage>) => {
      setState(data);
      if (data.kind !== 'progress') next.terminate();
    });
    next.addEventListener('error', () => setState({ kind: 'failed', code: 'unreachable' }));
    const request: VerifyRequest = {
      listUrl: new URL(links.drawList(rifaId), location.href).href,
      logUrl: new URL(links.drawLog(rifaId), location.href).href,
      record,
    };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no target origin
    next.postMessage(request);
  }, []);
  useEffect(() => () => worker.current?.terminate(), []);
  return [state, start];
}
