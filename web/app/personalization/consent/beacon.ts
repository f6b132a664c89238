/** Batches interactions and sends them after a delay or when the page is hidden. */
import {
  MAX_INTERACTIONS_PER_BATCH,
  INTERACTIONS_WAIT_MS,
  type InteractionType,
} from '@mare/domain/personalization/interactions.ts';
import { accessToken } from '../../session/session.ts';
import { allowed } from './consent-store.ts';

interface Interaction {
  type: InteractionType;
  rifaId?: string;
  path?: string;
  quantity?: number;
}

let waiting: Interaction[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
/** Prefetched, because an unloading page cannot wait for it. */
let token: string | null = null;

export function track(interaction: Interaction): void {
  if (!allowed().measurement) return;
  if (waiting.length === 0) start();
  waiting.push(interaction);
  if (waiting.length >= MAX_INTERACTIONS_PER_BATCH) send();
}

function start(): void {
  timer = setTimeout(send, INTERACTIONS_WAIT_MS);
  document.addEventListener('visibilitychange', onVisibility);
  void fetchToken();
}

async function fetchToken(): Promise<void> {
  try {
    token = await accessToken();
  } catch {
    token = null;
  }
}

function onVisibility(): void {
  if (document.visibilityState === 'hidden') send();
}

/** Fire and forget: lost batches are not retried. */
function send(): void {
  clearTimeout(timer);
  document.removeEventListener('visibilitychange', onVisibility);
  const events = waiting;
  waiting = [];
  if (!token || !allowed().measurement) return;
  const body = new Blob([JSON.stringify({ token, events })], { type: 'application/json' });
  navigator.sendBeacon('/api/interactions', body);
}
