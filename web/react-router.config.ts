import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // The whole URL table is small: no request for a manifest on the way to a page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
