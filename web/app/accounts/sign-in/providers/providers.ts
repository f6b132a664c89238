/** Settings of the auth service: what signing in offers. */
import type { ServiceSettings } from './read-service-settings.ts';

/** Read after the first view, so that its script does not contain how. */
export const serviceSettings = {
  queryKey: ['auth-settings'],
  queryFn: async (): Promise<ServiceSettings> => {
    const { readServiceSettings } = await import('./read-service-settings.ts');
    return readServiceSettings();
  },
};
