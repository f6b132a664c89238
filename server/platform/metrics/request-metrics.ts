/** Rate, errors and duration of requests by route. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Histogram, type Registry } from 'prom-client';

export type RecordRequest = (request: IncomingMessage, response: ServerResponse) => void;

/** Bounds the number of series, because callers choose the paths. */
const MAX_ROUTES = 400;
const OTHER = 'other';

/** @param routeOf route of a request's path, without ids */
export function createRequestMetrics(
  registry: Registry,
  routeOf: (method: string, path: string) => string,
): RecordRequest {
  const duration = new Histogram({
    name: 'mare_http_request_duration_seconds',
    help: 'Time from the request to the end of its response, by route; event streams count when they end',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const known = new Set<string>();
  return ({ method = 'GET', url = '/' }, response) => {
    const started = performance.now();
    response.once('close', () => {
      const status = response.statusCode;
      const requestedRoute = status === 404 ? 'not found' : routeOf(method, url.replace(/[?#].*$/, ''));
      if (known.size < MAX_ROUTES) known.add(requestedRoute);
      const route = known.has(requestedRoute) ? requestedRoute : OTHER;
      duration.observe(
        { method, route, status: response.writableFinished ? String(status) : 'aborted' },
        (performance.now() - started) / 1000,
      );
    });
  };
}
