import type { Features } from '@mare/contract/site.ts';
import type { RequestContext } from '../platform/http/api.ts';
import { readSite } from './read-site.ts';

/**
 * Rejects the call while its part of the shop is closed.
 * @throws FEATURE_CLOSED, which the procedure must declare
 */
export async function requireOpen(
  { platform }: Pick<RequestContext, 'platform'>,
  errors: { FEATURE_CLOSED(options: { data: { feature: keyof Features } }): Error },
  feature: keyof Features,
): Promise<void> {
  const { features } = await readSite(platform);
  if (!features[feature]) throw errors.FEATURE_CLOSED({ data: { feature } });
}
