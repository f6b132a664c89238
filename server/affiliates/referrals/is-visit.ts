import { isbot } from 'isbot';

/** Whether a request is a person opening a page, not a file, chat preview, prefetch or crawler. */
export function isVisit(request: Request): boolean {
  const { headers } = request;
  if (request.method !== 'GET' || !headers.get('accept')?.includes('text/html')) return false;
  if (headers.has('sec-purpose') || headers.get('purpose') === 'prefetch') return false;
  if ((headers.get('sec-fetch-dest') ?? 'document') !== 'document') return false;
  const agent = headers.get('user-agent');
  return Boolean(agent) && !isbot(agent);
}
