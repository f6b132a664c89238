import { renderToReadableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { type Api, serverApi } from './api.ts';
import styleText from './app.css?inline';
import { NonceContext } from './document/nonce.ts';
import { PageStyleContext } from './document/page-style.ts';
import { pageRequest, type PageRequest } from './document/page-request.ts';

/** What the server hands to a page: the API in the same process, and facts of the request. */
export function createPageContext(api: Api, request: PageRequest): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(serverApi, api);
  context.set(pageRequest, request);
  return context;
}

export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(pageRequest);
  let finalStatus = status;
  const page = (
    <NonceContext value={nonce}>
      <PageStyleContext value={styleText}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </PageStyleContext>
    </NonceContext>
  );
  const stream = await renderToReadableStream(page, {
    nonce,
    // All in its place in the page, so that it is seen without JavaScript, too.
    progressiveChunkSize: Infinity,
    signal: request.signal,
    onError: () => {
      finalStatus = 500;
    },
  });
  // Everything a page shows first was prefetched: nothing is worth streaming later.
  await stream.allReady;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(stream, { status: finalStatus, headers });
}

/** Faults are logged once, by the server that called. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(pageRequest).onFault(error);
};
