/** Server loader shared by both pages of a rifa. In its own module, which the build leaves out of the browser's code. */
import type { RouterContextProvider } from 'react-router';
import { prefetchEntityOnServer } from '../../fetching/prefetch-on-server.ts';
import { wantedRifa } from './rifa-route.ts';

interface LoaderArgs {
  params: { id: string };
  context: Readonly<RouterContextProvider>;
}

export const loader = ({ context, params }: LoaderArgs) =>
  prefetchEntityOnServer(context, wantedRifa(params.id));
