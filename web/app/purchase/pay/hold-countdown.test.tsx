import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HoldCountdown } from './hold-countdown.tsx';
import { useReceivedAt } from './use-seconds-left.ts';

const NOW = Date.parse('2026-11-28T15:05:00.000Z');
const ANSWERED_AT = '2026-11-28T15:00:00.000Z';

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

function Countdown() {
  const answer = { answeredAt: ANSWERED_AT, receivedAt: useReceivedAt(['order']) };
  return <HoldCountdown until="2026-11-28T15:15:00.000Z" answer={answer} />;
}

test('renders on the server and until hydration the time that was left at the answer', () => {
  const client = new QueryClient();
  client.setQueryData(['order'], {}, { updatedAt: Date.parse(ANSWERED_AT) });
  const shown = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Countdown />
    </QueryClientProvider>,
  );
  expect(shown).toContain('15:00');
});
