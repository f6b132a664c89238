/** Parses a MercadoPago delivery: a signed webhook, or a similar request of the old feed, which is unsigned. */
import type { HintTopic, WebhookHint, WebhookInput } from '../providers/payment-provider.ts';
import { verifySignature } from './signature.ts';

const TOPICS = new Map<unknown, HintTopic>([
  ['payment', 'payment'],
  ['merchant_order', 'merchant_order'],
  ['topic_merchant_order_wh', 'merchant_order'],
  ['chargebacks', 'chargeback'],
  ['topic_chargebacks_wh', 'chargeback'],
]);

export function readWebhook(input: WebhookInput, secrets: string[]): WebhookHint {
  const { query, headers } = input;
  const isFeed = query.has('topic') && !query.has('type');
  if (isFeed) {
    const resourceId = cleanId(query.get('id'));
    return { trust: 'unverified', topic: topicOf(query.get('topic')), resourceId };
  }
  const body = parsed(input.rawBody);
  const dataId = query.get('data.id');
  const verdict = verifySignature(
    { signature: headers.get('x-signature'), requestId: headers.get('x-request-id'), dataId },
    secrets,
  );
  return {
    trust: verdict === 'valid' ? 'verified' : 'forged',
    topic: topicOf(query.get('type') ?? body.type ?? null),
    resourceId: cleanId(dataId ?? body.data?.id ?? null),
    isCreation: body.action === 'payment.created',
  };
}

const topicOf = (name: unknown): HintTopic => TOPICS.get(name) ?? 'other';

function cleanId(value: unknown): string | null {
  const id = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : null;
}

function parsed(rawBody: string): { type?: unknown; action?: unknown; data?: { id?: unknown } } {
  try {
    const body: unknown = JSON.parse(rawBody);
    return body !== null && typeof body === 'object' ? body : {};
  } catch {
    return {};
  }
}
