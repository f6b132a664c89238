import { lazyToast } from './overlay/lazy-toast.ts';

/**
 * Copies a text.
 * @returns false if the browser denies it
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The browsers inside other apps, such as Instagram's, often have no clipboard API, or reject it.
    return copySelection(text);
  }
}

/** Copies a link and confirms it in a toast, which shows the link if the browser denies copying. */
export async function copyLink(link: string): Promise<void> {
  if (await copyText(link)) lazyToast.success('Link copiado!');
  else lazyToast.error('Não foi possível copiar o link.', { description: link });
}

function copySelection(text: string): boolean {
  const pressed = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'sr-only';
  // Next to the pressed button, because a modal dialog takes back focus from elsewhere.
  (pressed?.parentElement ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (pressed instanceof HTMLElement) pressed.focus({ preventScroll: true });
  return isCopied;
}
