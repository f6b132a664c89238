/** What every import of the library outside this folder resolves to in the browser (vite.config.ts): who reads the cache loads it. */
import '../browser-query-client.ts';

export * from '@tanstack/react-query';
