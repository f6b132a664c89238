import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { compressAssets } from './compress-assets.ts';

export default {
  appDirectory: 'app',
  ssr: true,
  // The route manifest is small, so it ships with the first page; navigation needs no manifest request.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => compressAssets(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config;
