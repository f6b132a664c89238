/** Drafts of forms in this tab, in session storage. Sign-out deletes them. */
import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { DRAFT_PREFIX } from './session.ts';

/** Null if nothing is stored. Another version of the page may have stored anything. */
export function readTabDraft(name: string): unknown {
  try {
    return JSON.parse(window.sessionStorage.getItem(DRAFT_PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

/** Null deletes it. */
export function saveTabDraft(name: string, draft: object | null): void {
  try {
    if (draft) window.sessionStorage.setItem(DRAFT_PREFIX + name, JSON.stringify(draft));
    else window.sessionStorage.removeItem(DRAFT_PREFIX + name);
  } catch {
    // Without storage a reload clears the form.
  }
}

/** Typed texts of a draft, for the default values of its form. */
export function readDraftTexts<Fields>(name: string): Partial<Fields> {
  return textsOf(readTabDraft(name)) as Partial<Fields>;
}

/** Saves the texts of a form at every change. @param name undefined for a form without a draft */
export function useSavedTexts<Fields extends FieldValues>(
  { subscribe }: UseFormReturn<Fields>,
  name: string | undefined,
): void {
  useEffect(() => {
    if (!name) return;
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => saveTabDraft(name, textsOf(values)),
    });
  }, [subscribe, name]);
}

/** Properties that are non-empty texts. */
export function textsOf(draft: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(draft ?? {}).filter(([, text]) => typeof text === 'string' && text),
  );
}
