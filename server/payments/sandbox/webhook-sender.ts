/** Sends signed webhooks with the provider's retry schedule, and applies planned transitions. */
import { sign } from '../mercado-pago/signature.ts';
import { alwaysAwake } from '../../platform/activity.ts';
import { createSingleFlightRunner, type SingleFlightRunner } from '../../platform/caching/single-flight.ts';
import type { SandboxContext } from './context.ts';
import { changePayment } from './store.ts';

interface DueWebhook {
  id: number;
  payment_id: number;
  action: string;
  url: string;
  attempts: number;
}

/** Seconds until each retry of an unacknowledged delivery. */
const LADDER_SECONDS = [0.5, 1_020, 2_100, 21_600];
const ACKNOWLEDGE_WITHIN_MS = 22_000;
const POLL_MS = 250;

export function startWebhookSender(context: SandboxContext): SingleFlightRunner {
  const sender = createSingleFlightRunner(context.log, 'sandbox webhooks', async () => {
    await makePlannedTransitions(context);
    await deliverDue(context);
  });
  const { activity = alwaysAwake } = context;
  const stopping = new AbortController();
  const polling = (async () => {
    while (!stopping.signal.aborted) {
      sender.trigger();
      await activity.pause(POLL_MS, stopping.signal);
    }
  })();
  return {
    trigger: sender.trigger,
    async stop() {
      stopping.abort();
      await polling;
      await sender.stop();
    },
  };
}

async function makePlannedTransitions(context: SandboxContext): Promise<void> {
  const { rows } = await context.pool.query<{ payment_id: number; status: string }>(
    'delete from sandbox.planned_transitions where due_at <= $1 returning payment_id, status',
    [context.clock.now()],
  );
  for (const { payment_id: id, status } of rows)
    await changePayment(context, String(id), () => ({
      status,
      status_detail:
        status === 'approved' ? 'accredited' : status === 'rejected' ? 'rejected_by_bank' : 'expired',
    }));
}

async function deliverDue(context: SandboxContext): Promise<void> {
  const { rows } = await context.pool.query<DueWebhook>(
    `update sandbox.webhooks set attempts = attempts + 1, next_attempt_at = $1::timestamptz + interval '1 minute'
     where id in (select id from sandbox.webhooks where state = 'waiting' and next_attempt_at <= $1
                  order by ${context.webhooks.reorder ? 'random()' : 'id'} limit 50 for update skip locked)
     returning id, payment_id, action, url, attempts`,
    [context.clock.now()],
  );
  rows.sort((a, b) => (context.webhooks.reorder ? context.random.bytes(1)[0]! - 128 : a.id - b.id));
  await Promise.all(rows.map((webhook) => deliver(context, webhook)));
}

async function deliver(context: SandboxContext, webhook: DueWebhook): Promise<void> {
  const isDropped = context.random.bytes(1)[0]! / 256 < context.webhooks.dropRate;
  const statuses = isDropped
    ? [0]
    : await Promise.all(requestsFor(context, webhook).map((request) => post(request)));
  const acknowledged = isDropped || statuses.every((status) => status === 200 || status === 201);
  const pause = (LADDER_SECONDS[webhook.attempts - 1] ?? LADDER_SECONDS.at(-1)!) * (context.ladderScale ?? 1);
  await context.pool.query(
    `update sandbox.webhooks set last_status = $2, state = case when state = 'waiting' then $3 else state end,
       next_attempt_at = $4 where id = $1`,
    [
      webhook.id,
      statuses[0],
      isDropped ? 'dropped' : acknowledged ? 'delivered' : 'waiting',
      new Date(context.clock.now().getTime() + pause * 1000),
    ],
  );
}

async function post(request: Request): Promise<number> {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(ACKNOWLEDGE_WITHIN_MS) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

function requestsFor(context: SandboxContext, webhook: DueWebhook): Request[] {
  const { channel } = context.webhooks;
  const onlyWebhooks = new URL(webhook.url).searchParams.get('source_news') === 'webhooks';
  return [
    ...(channel === 'feed' ? [] : [signedRequest(context, webhook)]),
    ...(channel === 'feed' || (channel === 'both' && !onlyWebhooks) ? [feedRequest(context, webhook)] : []),
  ];
}

/** Each delivery has a new body id, request id and time, so that repeats cannot be recognised. */
export function signedRequest(
  context: SandboxContext,
  webhook: Pick<DueWebhook, 'payment_id' | 'action' | 'url'>,
): Request {
  const id = String(webhook.payment_id);
  const url = new URL(webhook.url);
  url.searchParams.set('data.id', id);
  url.searchParams.set('type', 'payment');
  const now = context.clock.now();
  const milliseconds = now.getTime();
  const ts = String(
    context.webhooks.timestampUnit === 'seconds' ? Math.floor(milliseconds / 1000) : milliseconds,
  );
  const requestId = context.random.uuid();
  return new Request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'MercadoPago WebHook v1.0 payment',
      'x-request-id': requestId,
      'x-signature': `ts=${ts},v1=${sign({ ts, id, requestId }, context.webhookSecret)}`,
    },
    body: JSON.stringify({
      id: context.random.bytes(6).readUIntBE(0, 6),
      live_mode: false,
      type: 'payment',
      date_created: now.toISOString(),
      user_id: 99_999_999,
      api_version: 'v1',
      action: webhook.action,
      data: { id },
    }),
  });
}

/** Request of the older channel, whose signature does not match the application's secret. */
function feedRequest(context: SandboxContext, webhook: DueWebhook): Request {
  const url = new URL(webhook.url);
  url.searchParams.set('id', String(webhook.payment_id));
  url.searchParams.set('topic', 'payment');
  const ts = String(Math.floor(context.clock.now().getTime() / 1000));
  return new Request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'MercadoPago Feed v2.0 payment',
      'x-request-id': context.random.uuid(),
      'x-signature': `ts=${ts},v1=${context.random.bytes(32).toString('hex')}`,
    },
    body: JSON.stringify({ resource: String(webhook.payment_id), topic: 'payment' }),
  });
}
