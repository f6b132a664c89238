/**
 * Queues store the `deduplicationKey` of a payload as `occasion`, its former name, because queued jobs have it, and
 * during a deployment processes of both versions share the queues.
 */

export function toQueued(payload: object): object {
  if (!('deduplicationKey' in payload)) return payload;
  const { deduplicationKey, ...others } = payload;
  return { ...others, occasion: deduplicationKey };
}

export function fromQueued<Payload extends object>(queued: Payload): Payload {
  if (!('occasion' in queued)) return queued;
  const { occasion, ...others } = queued;
  return { ...others, deduplicationKey: occasion } as unknown as Payload;
}
