/**
 * Sends one HTTP request to a provider. `node:http` takes half the processor time of `fetch`, whose timeout signals
 * stay in memory and fire after the response.
 */
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

export interface OutgoingRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  /** Timeout in milliseconds, including the response body. */
  timeoutMs: number;
}

export interface TextResponse {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** Shorter than providers keep idle connections, so that no request goes out on a closing one. */
const IDLE_MS = 4_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Name of the error of a request without a complete response in time. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

const agentOptions = {
  keepAlive: true,
  timeout: IDLE_MS,
  // Uses HTTP_PROXY and HTTPS_PROXY like Node's own requests.
  ...(process.env.NODE_USE_ENV_PROXY === '1' && { proxyEnv: process.env }),
};
const clients = {
  'http:': { request: requestHttp, agent: new HttpAgent(agentOptions) },
  'https:': { request: requestHttps, agent: new HttpsAgent(agentOptions) },
};

/**
 * Follows no redirect: the headers carry secrets.
 * @throws without a complete response, or if it is a redirect
 */
export function sendRequest({
  url,
  method,
  headers,
  body,
  timeoutMs,
}: OutgoingRequest): Promise<TextResponse> {
  const target = new URL(url);
  const { request, agent } = clients[target.protocol as keyof typeof clients];
  const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = request(
      target,
      { method, agent, headers: { ...headers, ...length } },
      (response: IncomingMessage) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        // Also covers a connection lost within the body, and the timeout.
        response.on('error', fail);
        response.on('end', () => {
          clearTimeout(timer);
          const status = response.statusCode!;
          if (REDIRECTS.has(status)) reject(new Error(`the provider redirects (${status})`));
          else resolve({ status, headers: response.headers, text });
        });
      },
    );
    const timer = setTimeout(
      () => sent.destroy(new TimeoutError(`no response within ${timeoutMs} ms`)),
      timeoutMs,
    );
    sent.on('error', fail);
    sent.end(body ?? undefined);

    function fail(error: Error): void {
      clearTimeout(timer);
      reject(error);
    }
  });
}
