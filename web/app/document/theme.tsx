import { useSyncExternalStore } from 'react';
import { IconButton } from '../ui/button.tsx';

const STORAGE_KEY = 'mare.theme';

type Theme = 'light' | 'dark';

/**
 * Runs in the head, before the first paint, so that a chosen theme does not flash. Render it in an inline script with
 * the page's nonce.
 */
export const themeScript = `try{var t=localStorage.getItem('${STORAGE_KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return systemIsDark().matches ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  const system = systemIsDark();
  system.addEventListener('change', listener);
  window.addEventListener('themechange', listener);
  return () => {
    system.removeEventListener('change', listener);
    window.removeEventListener('themechange', listener);
  };
}

/** Whether a theme was chosen in this browser. */
export const isThemeChosen = () => document.documentElement.dataset.theme !== undefined;

/** `auto` follows the system setting. */
export function chooseTheme(theme: Theme | 'auto'): void {
  const { dataset } = document.documentElement;
  if (theme === 'auto') delete dataset.theme;
  else dataset.theme = theme;
  try {
    if (theme === 'auto') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage may be blocked; the choice then lasts until the page is reloaded.
  }
  window.dispatchEvent(new Event('themechange'));
}

/** Switches between light and dark. The default is the system setting. */
export function ThemeToggle({ className }: { className?: string }) {
  const theme = useSyncExternalStore<Theme | null>(subscribe, currentTheme, () => null);
  return (
    <IconButton
      icon={theme === 'dark' ? 'sun' : 'moon'}
      label={theme === 'dark' ? 'Usar tema claro' : 'Usar tema escuro'}
      className={className}
      onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
    />
  );
}
