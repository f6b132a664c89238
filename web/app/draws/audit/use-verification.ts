import { useCallback, useEffect, useRef, useState } from 'react';
import type { DrawRecord } from '@mare/domain/draws/verify-draw.ts';
import type { VerifyMessage, VerifyRequest } from './verify-draw.worker.ts';

export type Verification = { kind: 'idle' } | VerifyMessage;

/** Verifies a draw in a dedicated worker, terminated on unmount. */
export function useVerification(): [Verification, (listUrl: string, record: DrawRecord) => void] {
  const [state, setState] = useState<Verification>({ kind: 'idle' });
  const worker = useRef<Worker>(null);
  const start = useCallback((listUrl: string, record: DrawRecord) => {
    worker.current?.terminate();
    const next = new Worker(new URL('./verify-draw.worker.ts', import.meta.url), { type: 'module' });
    worker.current = next;
    setState({ kind: 'progress', share: 0 });
    next.addEventListener('message', ({ data }: MessageEvent<VerifyMessage>) => {
      setState(data);
      if (data.kind !== 'progress') next.terminate();
    });
    next.addEventListener('error', () => setState({ kind: 'failed', code: 'unreachable' }));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no target origin
    next.postMessage({ listUrl: new URL(listUrl, location.href).href, record } satisfies VerifyRequest);
  }, []);
  useEffect(() => () => worker.current?.terminate(), []);
  return [state, start];
}
