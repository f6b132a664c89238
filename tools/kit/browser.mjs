/** Finds a Chromium for the browser tests, or installs one. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { capture, fail, run } from './workspace.mjs';

/** The headless shell has no browser UI, which would take a quarter of a run's CPU time. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const INSTALL_MS = 180_000;

/** In order: CHROMIUM_PATH, the headless shell (installed on Debian), the system's Chromium, Playwright's. */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : fail(`CHROMIUM_PATH aponta para ${named}, que não existe.`);
  return (
    onPath([SHELL]) ??
    (await debians(SHELL)) ??
    onPath(NAMES) ??
    (await playwrights()) ??
    (await debians('chromium')) ??
    fail('Nenhum Chromium: instale um ou indique CHROMIUM_PATH.')
  );
}

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

async function playwrights() {
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  console.log('Instalando o Chromium do Playwright...');
  await capture('playwright', ['install', 'chromium']);
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/** Installs Debian's package, which needs root. @returns undefined if it cannot be installed */
async function debians(name) {
  if (process.platform !== 'linux' || process.getuid() !== 0 || !onPath(['apt-get'])) return undefined;
  console.log(`Instalando o pacote ${name} do Debian...`);
  const apt = (...args) =>
    run('apt-get', args, {
      stdio: 'ignore',
      timeout: INSTALL_MS,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    });
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', name);
  return onPath([name]);
}
