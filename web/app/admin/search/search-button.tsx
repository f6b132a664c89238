import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { Button } from '../../ui/button.tsx';

const CommandPalette = lazyComponent(() => import('./command-palette.tsx'));

/** Opens the search of the panel; so do Ctrl+K and ⌘K. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const change = (open: boolean) => {
    setOpen(open);
    if (open) setOpened(true);
  };
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setOpened(true);
      setOpen(true);
    };
    addEventListener('keydown', openByKey);
    return () => removeEventListener('keydown', openByKey);
  }, []);
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        icon="search"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => change(true)}
        className="w-full"
      >
        Buscar no painel
      </Button>
      {wasOpened && (
        <Suspense>
          <CommandPalette open={isOpen} onOpenChange={change} />
        </Suspense>
      )}
    </>
  );
}
