import { QueryClientContext } from '@tanstack/react-query';
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
import { createQueryClient } from './fetching/query-client.ts';

/** Context of page loaders: the API in the same process, and properties of the request. */
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
        <QueryClientContext value={createQueryClient()}>
          <ServerRouter context={router} url={request.url} nonce={nonce} />
        </QueryClientContext>
      </PageStyleContext>
    </NonceContext>
  );
  const stream = await renderToReadableStream(page, {
    nonce,
    // Disables progressive chunks: content in out-of-order chunks is invisible without JavaScript.
    progressiveChunkSize: Infinity,
    signal: request.signal,
    onError: () => {
      finalStatus = 500;
    },
  });
  // The loaders have prefetched all data of the first paint, so streaming has no benefit.
  await stream.allReady;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(stream, { status: finalStatus, headers });
}

/** Leaves logging to the calling server, so that errors are logged once. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(pageRequest).onFault(error);
};
