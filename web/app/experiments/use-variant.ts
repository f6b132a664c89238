/** A/B tests in this browser: which variant one sees, and that it was seen or led to a purchase, once a session. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RunningTest } from '@mare/contract/experiments/experiments.ts';
import { assignVariant, VARIANTS_STORAGE_KEY } from '@mare/domain/experiments/assignment.ts';
import type { TestPlace, VariantConfig } from '@mare/domain/experiments/places.ts';
import { useSession } from '../session/session.ts';
import { queries } from '../api.ts';
import { recordStep } from './record-step.ts';
import { sessionId } from './session-id.ts';

type Variant = RunningTest['variants'][number];

/** Of the tests seen in this page's life: a purchase converts for each of them. */
const seen = new Map<string, string>();

/**
 * What the variant that this person sees changes in a place; empty while it is not known or nothing was ever tested there.
 * Counts the impression while a test runs; after it everybody sees the winner.
 */
export function useVariant(place: TestPlace): VariantConfig {
  const session = useSession();
  const known = session.status !== 'loading';
  const userId = session.status === 'signed-in' ? session.userId : null;
  const running = useQuery({ ...queries.experiments.running.queryOptions(), enabled: known });
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

/** A purchase was made. @param orderReference of the order */
export function recordConversion(valueCentavos: number, orderReference: string): void {
  recordStep('order', orderReference);
  for (const [testId, variantId] of seen) count(testId, variantId, 'conversion', valueCentavos);
}

/** An event that is lost is lost: the page goes on. */
function count(
  testId: string,
  variantId: string,
  eventType: 'impression' | 'conversion',
  valueCentavos?: number,
): void {
  void queries.experiments.record
    .call({ testId, variantId, eventType, sessionId: sessionId(), valueCentavos })
    .catch(() => undefined);
}

function variantOf(test: RunningTest, userId: string | null): Variant | undefined {
  if (!test.running) return test.variants[0];
  const choices = readChoices();
  const stored = test.variants.find(({ id }) => id === choices[test.id]);
  if (stored) return stored;
  const variant = assignVariant(userId, test.variants);
  if (variant) keepChoices({ ...choices, [test.id]: variant.id });
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

function keepChoices(choices: Record<string, string>): void {
  try {
    window.localStorage.setItem(VARIANTS_STORAGE_KEY, JSON.stringify(choices));
  } catch {
    // Assigned anew next time, and alike.
  }
}
