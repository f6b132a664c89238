/**
 * Recovers from scripts that cannot be loaded: a new version of the site has replaced them, or the connection was lost.
 * Loads before they are needed, because the script with this code may be gone as well.
 */
import { createPath, type DataRouter } from 'react-router';
import { CONNECTION_FAILED } from '../failures/connection-failed.ts';
import { recovery } from './load-chunk.ts';
import { buttonClass } from '../../ui/button.tsx';
import { untilLoaded } from '../../ui/loading/lazy-component.ts';
import { lazyToast } from '../../ui/overlay/lazy-toast.ts';

const UPDATED = 'A loja foi atualizada. Recarregue a página para continuar.';
const MAY_LOSE_TEXT = 'O que você digitou aqui pode se perder.';
const RELOADED = 'A loja foi atualizada, e a página recarregou.';

/** Versions whose pages have been reloaded in this tab. */
const STORED_AS = 'mare.reloaded';

declare global {
  interface Window {
    __reactRouterManifest: { version: string };
    __reactRouterDataRouter: DataRouter;
  }
}

/** @param isBusy whether a change is being sent, whose answer a reload would lose */
export function recoverChunks(isBusy: () => boolean): void {
  followInput();
  recovery.onGone = () => {
    if (!hasInput() && !openDialog() && !isBusy() && mayReload()) window.location.reload();
    else offerReload();
  };
  recovery.openInFull = (path) => void openInFull(path);
  if (wasReloaded()) lazyToast.info(RELOADED);
}

/** Loads the page once the server answers, unless the visitor has opened another page since. */
async function openInFull(path: string): Promise<void> {
  const { state } = window.__reactRouterDataRouter;
  const target = state.navigation.location ?? state.location;
  const ask = () => fetch(path, { method: 'HEAD', cache: 'no-store' });
  await ask().catch(() => {
    lazyToast.error(CONNECTION_FAILED, { id: CONNECTION_FAILED });
    return untilLoaded(ask);
  });
  const { state: now } = window.__reactRouterDataRouter;
  if ((now.navigation.location ?? now.location) === target) window.location.assign(createPath(target));
}

/** Fields with input of the visitor. */
const edited = new Set<EventTarget>();

type Field = HTMLInputElement | HTMLTextAreaElement;

function followInput(): void {
  for (const field of document.querySelectorAll<Field>('input, textarea'))
    if (field.value !== field.defaultValue) edited.add(field);
  document.addEventListener('input', ({ target }) => target && edited.add(target), { capture: true });
}

function hasInput(): boolean {
  return [...edited].some((field) => (field as Field).isConnected && (field as Field).value !== '');
}

/** The topmost one. */
function openDialog(): Element | undefined {
  return [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
}

/** Once for every version, so that a file that stays away does not reload the page for ever. */
function mayReload(): boolean {
  const { version } = window.__reactRouterManifest;
  const { versions } = stored();
  return !versions.includes(version) && store({ versions: [...versions, version], isNew: true });
}

function wasReloaded(): boolean {
  const { versions, isNew } = stored();
  if (isNew) store({ versions });
  return isNew === true;
}

interface Reloads {
  versions: string[];
  /** Not announced yet. */
  isNew?: boolean;
}

function stored(): Reloads {
  try {
    return (
      (JSON.parse(window.sessionStorage.getItem(STORED_AS) ?? 'null') as Reloads | null) ?? { versions: [] }
    );
  } catch {
    return { versions: [] };
  }
}

/** @returns whether it is stored */
function store(reloads: Reloads): boolean {
  try {
    window.sessionStorage.setItem(STORED_AS, JSON.stringify(reloads));
    return true;
  } catch {
    return false;
  }
}

let notice: Element | undefined;

/** Without React, whose parts may not load. Inside an open dialog, because the page around it takes no press. */
function offerReload(): void {
  if (notice?.isConnected) return;
  const dialog = openDialog();
  notice = element(
    'div',
    `${dialog ? '' : 'fixed inset-x-0 bottom-0 z-50 '}border-t border-line bg-raised px-5 py-4 text-ink shadow-lift`,
  );
  notice.setAttribute('role', 'alert');
  // Toasts stay above it.
  if (!dialog) notice.setAttribute('data-at-foot', '');
  const buttons = element('div', 'mt-3 flex flex-wrap gap-3');
  buttons.append(
    button('Recarregar página', buttonClass({ variant: 'secondary', size: 'sm' }), () =>
      window.location.reload(),
    ),
    button('Agora não', buttonClass({ variant: 'quiet', size: 'sm' }), () => notice?.remove()),
  );
  const text = hasInput() ? `${UPDATED} ${MAY_LOSE_TEXT}` : UPDATED;
  notice.append(element('p', 'font-semibold', text), buttons);
  (dialog ?? document.body).append(notice);
}

function button(label: string, className: string, onClick: () => void): Element {
  const made = element('button', className, label);
  made.setAttribute('type', 'button');
  made.addEventListener('click', onClick);
  return made;
}

function element(name: string, className: string, text = ''): Element {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
