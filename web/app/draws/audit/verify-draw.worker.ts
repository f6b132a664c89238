/** Verifies a draw off the main thread, so that hashing a million lines does not block input. */
import { ListReader } from '@mare/domain/draws/sealing/sold-list.ts';
import { type CheckedDraw, type DrawRecord, verifyDraw } from '@mare/domain/draws/verify-draw.ts';

export interface VerifyRequest {
  listUrl: string;
  record: DrawRecord;
}

export type VerifyMessage =
  /** 0 to 1. */
  | { kind: 'progress'; share: number }
  | { kind: 'checked'; checked: CheckedDraw; hash: string; root: string; numbers: number }
  /** `unreachable`: the download of the list failed. `malformed`: it could not be parsed. */
  | { kind: 'failed'; code: 'unreachable' | 'malformed' };

const PROGRESS_EVERY_MS = 100;

addEventListener('message', (event: MessageEvent<VerifyRequest>) => void verify(event.data));

async function verify({ listUrl, record }: VerifyRequest): Promise<void> {
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
    const checked = verifyDraw(record, list);
    postToPage({ kind: 'checked', checked, hash: list.hash, root: list.root, numbers: list.numbers.count });
  } catch {
    postToPage({ kind: 'failed', code: 'malformed' });
  }
}

function postToPage(message: VerifyMessage): void {
  (postMessage as (message: VerifyMessage) => void)(message);
}
