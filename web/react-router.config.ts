import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { compressAssets } from './compress-assets.ts';

export default {
  appDirectory: 'app',
  ssr: true,
  // The whole URL table is small: no request for a manifest on the way to a page.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => compressAssets(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config;
