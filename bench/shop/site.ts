/** The site as it runs for real, built and started with the demonstration's data. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export interface Site {
  /** No slash at the end. */
  url: string;
  stop: () => Promise<void>;
}

/**
 * @param address of a site that already runs; without one, it is built and started on a port of its own
 * @param settings of the environment of the one that is started
 */
export async function openSite(address?: string, settings: Record<string, string> = {}): Promise<Site> {
  if (address) return { url: address.replace(/\/+$/, ''), stop: () => Promise.resolve() };
  execFileSync('react-router', ['build', 'web'], { cwd: ROOT, stdio: 'ignore' });
  const { startTestSite } = (await tool('test-site.mjs')) as {
    startTestSite: (settings: Record<string, string>) => Promise<Site>;
  };
  return startTestSite(settings);
}

/** What the tools share: plain scripts, without types. */
export function tool(file: string): Promise<unknown> {
  return import(join(ROOT, 'tools/kit', file));
}
