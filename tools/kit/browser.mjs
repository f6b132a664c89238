/** Finds a Chromium for the browser tests, or installs one. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { capture, fail } from './workspace.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Order: CHROMIUM_PATH, the system's, Playwright's, Debian's package. */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : fail(`CHROMIUM_PATH aponta para ${named}, que não existe.`);
  return (
    onPath() ??
    (await playwrights()) ??
    debians() ??
    fail('Nenhum Chromium: instale um ou indique CHROMIUM_PATH.')
  );
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) =>
    existsSync(path),
  );
}

async function playwrights() {
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  console.log('Instalando o Chromium do Playwright...');
  await capture('playwright', ['install', 'chromium']);
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function debians() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return undefined;
  console.log('Instalando o Chromium do Debian...');
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  apt('install', '-y', '--no-install-recommends', 'chromium');
  return onPath();
}
