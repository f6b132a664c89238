/** The built site, started with demo data. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export function buildSite(): void {
  execFileSync('react-router', ['build', 'web'], { cwd: ROOT, stdio: 'ignore' });
}

export interface Site {
  /** Without a trailing slash. */
  url: string;
  stop: () => Promise<void>;
}

/**
 * @param url of a running site; by default one is built and started on a free port
 * @param settings additional environment variables of the started site
 */
export async function openSite(url?: string, settings: Record<string, string> = {}): Promise<Site> {
  if (url) return { url: url.replace(/\/+$/, ''), stop: () => Promise.resolve() };
  buildSite();
  const { startTestSite } = (await importTool('test-site.mjs')) as {
    startTestSite: (settings: Record<string, string>) => Promise<Site>;
  };
  return startTestSite(settings);
}

/** Imports an untyped script of tools/kit. */
export function importTool(file: string): Promise<unknown> {
  return import(join(ROOT, 'tools/kit', file));
}
