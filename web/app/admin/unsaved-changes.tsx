/** Tracks unsaved input of the forms on a page: blocks actions, which name it, and asks for confirmation before leaving. */
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';

interface Unsaved {
  /** Names of the forms with unsaved input. */
  names: readonly string[];
  report: (name: string, isDirty: boolean) => void;
  /** Allows the next navigation. */
  discard: () => void;
  /** Sets a function that saves everything before leaving, instead of a confirmation; it resolves to its success. */
  setSaveFirst: (save: (() => Promise<boolean>) | null) => void;
}

const UnsavedContext = createContext<Unsaved>({
  names: [],
  report: () => undefined,
  discard: () => undefined,
  setSaveFirst: () => undefined,
});

/** Asks for confirmation before leaving while a form inside has unsaved input. */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  const [names, setNames] = useState<readonly string[]>([]);
  // Read when a navigation starts, which may be before the next render.
  const current = useRef<readonly string[]>([]);
  const report = useCallback((name: string, isDirty: boolean) => {
    if (current.current.includes(name) === isDirty) return;
    current.current = isDirty
      ? [...current.current, name]
      : current.current.filter((other) => other !== name);
    setNames(current.current);
  }, []);
  const discard = useCallback(() => {
    current.current = [];
    setNames([]);
  }, []);
  const saveFirst = useRef<(() => Promise<boolean>) | null>(null);
  const setSaveFirst = useCallback((save: (() => Promise<boolean>) | null) => {
    saveFirst.current = save;
  }, []);
  const unsaved = useMemo(
    () => ({ names, report, discard, setSaveFirst }),
    [names, report, discard, setSaveFirst],
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (current.current.length > 0) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      current.current.length > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void (saveFirst.current?.() ?? Promise.resolve(false)).then((isSaved) =>
      isSaved ? blocker.proceed() : setAsking(true),
    );
  }, [blocker]);
  return (
    <UnsavedContext value={unsaved}>
      {children}
      <ConfirmDialog
        open={isAsking && blocker.state === 'blocked'}
        onClose={() => {
          setAsking(false);
          blocker.reset?.();
        }}
        title="Sair sem salvar?"
        back="Continuar editando"
        action="Sair sem salvar"
        onConfirm={() => blocker.proceed?.()}
      >
        <p>O que você mudou em {names.join(', ')} ainda não foi salvo e será perdido.</p>
      </ConfirmDialog>
    </UnsavedContext>
  );
}

/**
 * Reports whether the form has unsaved input.
 * @param name name of the form within a sentence
 */
export function useReportUnsaved(name: string, isDirty: boolean): void {
  const { report } = use(UnsavedContext);
  useEffect(() => {
    report(name, isDirty);
    return () => report(name, false);
  }, [report, name, isDirty]);
}

/** Names of the forms with unsaved input. */
export function useUnsaved(): Unsaved {
  return use(UnsavedContext);
}
