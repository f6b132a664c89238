/** Replaces the library for all browser code outside this folder (alias in vite.config.ts): importing it loads the cache. */
import '../browser-query-client.ts';

export * from '@tanstack/react-query';
