/** Query for the settings of the auth service: the ways to sign in. */
import type { ServiceSettings } from './read-service-settings.ts';

/** The code that reads them is a separate chunk, because the first view does not need them. */
export const serviceSettings = {
  queryKey: ['auth-settings'],
  queryFn: async (): Promise<ServiceSettings> => {
    const { readServiceSettings } = await import('./read-service-settings.ts');
    return readServiceSettings();
  },
};
