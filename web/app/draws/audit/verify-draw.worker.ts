/** Verifies a draw off the main thread, so that hashing a million lines does not block input. */
import { ListReader } from '@mare/domain/draws/sealing/sold-list.ts';
import type { CheckedDraw, DrawRecord } from '@mare/domain/draws/verifying/verify-draw.ts';
import type { Findings } from '@mare/domain/transparency/verify/verdict/findings.ts';
import { verifyFiles } from '@mare/domain/transparency/verify/files/verify-files.ts';

export interface VerifyRequest {
  listUrl: string;
  /** Evidence from the public log; 404 for a draw from before the log. */
  logUrl: string;
  record: DrawRecord;
}

export type VerifyMessage =
  /** 0 to 1. */
  | { kind: 'progress'; share: number }
  | { kind: 'checked'; checked: CheckedDraw; found: Findings; hash: string; root: string; numbers: number }
  /** `unreachable`: the download of the list failed. `malformed`: it could not be parsed. */
  | { kind: 'failed'; code: 'unreachable' | 'malformed' };

const PROGRESS_EVERY_MS = 100;

addEventListener('message', (event: MessageEvent<VerifyRequest>) => void verify(event.data));

async function verify({ listUrl, logUrl, record }: VerifyRequest): Promise<void> {
  const reader = new ListReader();
  const response = await fetch(listUrl).catch(() => null);
  if (!response?.ok || !response.body) return postToPage({ kind: 'failed', code: 'unreachable' });
  const parts = response.body.getReader();
  let lastProgressAt = 0;
  try {
    for (;;) {
      const part = await parts.read().catch(() => null);
      if (!part) return postToPage({ kind: 'failed', code: 'unreachable' });
      if (part.done) break;
      reader.push(part.value);
      if (performance.now() - lastProgressAt > PROGRESS_EVERY_MS) {
        lastProgressAt = performance.now();
        postToPage({ kind: 'progress', share: reader.progress });
      }
    }
    const list = reader.finish();
    const log = await readLog(logUrl);
    const { draw, verdict, findings } = await verifyFiles({
      record: { ...record, log },
      list,
      receipts: [],
      policy: null,
    });
    const found = { verdict, findings };
    postToPage({
      kind: 'checked',
      checked: draw!,
      found,
      hash: list.hash,
      root: list.root,
      numbers: list.numbers.count,
    });
  } catch {
    postToPage({ kind: 'failed', code: 'malformed' });
  }
}

async function readLog(url: string): Promise<unknown> {
  const response = await fetch(url).catch(() => null);
  return response?.ok ? response.json().catch(() => null) : null;
}

function postToPage(message: VerifyMessage): void {
  (postMessage as (message: VerifyMessage) => void)(message);
}
