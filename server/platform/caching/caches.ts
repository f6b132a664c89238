/**
 * Caches and batch loaders of one database handle, each created at its first use. The read replica has separate
 * caches, so a stale row read there never replaces a fresh one, and tests do not share caches between shops.
 */
export interface Caches {
  /** @param definition identifies the cache */
  get<Cache>(definition: object, create: () => Cache): Cache;
}

export function createCaches(): Caches {
  const caches = new Map<object, unknown>();
  return {
    get<Cache>(definition: object, create: () => Cache): Cache {
      if (!caches.has(definition)) caches.set(definition, create());
      return caches.get(definition) as Cache;
    },
  };
}

/**
 * Declares a cache, instead of a module variable.
 * @param create may keep the database handle of the platform; everything else belongs to a call
 * @returns a function that finds the cache of a platform
 */
export function defineCache<Cache, Handle = unknown>(
  create: (handle: Handle) => Cache,
): (platform: Handle & { caches: Caches }) => Cache {
  return (platform) => platform.caches.get(create, () => create(platform));
}
