/** A/B tests: assigns variants and records impressions and conversions, once per session. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RunningTest } from '@mare/contract/experiments/experiments.ts';
import { keepVariant, VARIANTS_STORAGE_KEY } from '@mare/domain/experiments/assignment.ts';
import type { TestPlace, VariantConfig } from '@mare/domain/experiments/places.ts';
import { useSession } from '../session/session.ts';
import { queries } from '../api.ts';
import { recordStep } from './record-step.ts';
import { sessionId } from './session-id.ts';

type Variant = RunningTest['variants'][number];

/** Variant ids by id of the test seen since page load. A purchase counts as a conversion of each. */
const seen = new Map<string, string>();

/**
 * Configuration of the visitor's variant in a place; empty while loading and without a test. Records the impression
 * while the test runs; afterwards every visitor gets the winner.
 */
export function useVariant(place: TestPlace): VariantConfig {
  const session = useSession();
  const known = session.status !== 'loading';
  const userId = session.status === 'signed-in' ? session.userId : null;
  const running = useQuery({
    ...queries.experiments.running.queryOptions(),
    enabled: known,
    // An open page keeps its variant when an admin ends the test.
    staleTime: Infinity,
  });
  const test = running.data?.find((one) => one.key === place);
  const variant = test && known ? variantOf(test, userId) : undefined;
  const testId = test?.running ? test.id : undefined;
  const variantId = variant?.id;
  useEffect(() => {
    if (!testId || !variantId || seen.has(testId)) return;
    seen.set(testId, variantId);
    count(testId, variantId, 'impression');
  }, [testId, variantId]);
  return variant?.config ?? {};
}

/** Records an order just placed. */
export function recordConversion(orderReference: string): void {
  recordStep('order', orderReference);
  for (const [testId, variantId] of seen) count(testId, variantId, 'conversion', orderReference);
}

/** Not retried on failure. */
function count(
  testId: string,
  variantId: string,
  eventType: 'impression' | 'conversion',
  orderReference?: string,
): void {
  void queries.experiments.record
    .call({ testId, variantId, eventType, sessionId: sessionId(), orderReference })
    .catch(() => undefined);
}

function variantOf(test: RunningTest, userId: string | null): Variant | undefined {
  if (!test.running) return test.variants[0];
  const choices = readChoices();
  const variant = keepVariant(userId, test.variants, [seen.get(test.id), choices[test.id]]);
  if (variant && choices[test.id] !== variant.id) saveChoices({ ...choices, [test.id]: variant.id });
  return variant;
}

function readChoices(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(VARIANTS_STORAGE_KEY) ?? '{}');
    return stored && typeof stored === 'object' ? (stored as Record<string, string>) : {};
  } catch {
    return {};
  }
}

function saveChoices(choices: Record<string, string>): void {
  try {
    window.localStorage.setItem(VARIANTS_STORAGE_KEY, JSON.stringify(choices));
  } catch {
    // The next visit computes the same assignment.
  }
}
