import { untilLoaded } from '../../ui/loading/lazy-component.ts';
import { type LoadedCache, loadedCache } from './loaded-cache.ts';

let loading: Promise<LoadedCache> | undefined;

/** Loads the query cache once, as soon as the network allows. */
export function loadCache(): Promise<LoadedCache> {
  loading ??= untilLoaded(() => import('../browser-query-client.ts')).then(() => loadedCache()!);
  return loading;
}
