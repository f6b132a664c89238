import { useEffect, useState, useSyncExternalStore } from 'react';
import { useForm } from 'react-hook-form';
import { useQueryClient } from '@tanstack/react-query';
import { useReportUnsaved, useUnsaved } from '../../../admin/unsaved-changes.tsx';
import { queries } from '../../../api.ts';
import { isApiError } from '../../../messages.ts';
import { type OptionFields, optionFieldsOf } from '../fields/option-fields.ts';
import { type RifaFields, rifaFieldsOf } from '../fields/rifa-fields.ts';
import { type TermsFields, termsFieldsOf } from '../fields/terms-fields.ts';
import { DraftConflict } from './draft-conflict.tsx';
import { type Draft, readOptionsPart, readRifaPart, readTermsPart, storedRifaPart } from './draft-parts.ts';
import { DraftSaver } from './draft-saver.ts';
import { type DraftForms, DraftStepFields } from './draft-step-fields.tsx';
import { StepsMenu, StepTitle, useDraftStep } from './draft-steps.tsx';
import type { StoredDraft } from './read-draft.ts';
import { SavingBar } from './saving-bar.tsx';

/** Pause in the typing after which the draft is saved. */
const SAVE_AFTER_MS = 900;
const DRAFT = 'Rascunho';

interface DraftEditorProps {
  stored: StoredDraft;
  /** Initial values of the forms that differ from the stored draft. */
  typed: Draft;
  /** Opens the editor again after a conflict. */
  onReopen: (typed: Draft | null) => void;
  onChanged: () => Promise<unknown>;
}

/** Guided editing of one stored draft: every input is saved, under one version. */
export function DraftEditor({ stored, typed, onReopen, onChanged }: DraftEditorProps) {
  const rifa = useForm<RifaFields>({ defaultValues: rifaFieldsOf(typed.rifa), mode: 'onTouched' });
  const terms = useForm<TermsFields>({ defaultValues: termsFieldsOf(typed.terms) });
  const options = useForm<OptionFields>({ defaultValues: optionFieldsOf(typed.options) });
  const forms: DraftForms = { rifa, terms, options };
  const [saver] = useState(() => createSaver(stored, forms));
  const state = useSyncExternalStore(saver.subscribe, saver.state, saver.state);
  const { step } = useDraftStep();
  useAutosave(saver, forms);
  useRefreshAfterSaving(state.kind === 'saved' ? state.at : null, stored.rifa.id);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <StepsMenu step={step} />
      {state.kind === 'conflict' && <DraftConflict saver={saver} draft={stored} onReopen={onReopen} />}
      <StepTitle step={step} />
      <DraftStepFields
        step={step}
        forms={forms}
        rifa={stored.rifa}
        shopPlans={stored.shopPlans}
        isSaved={state.kind === 'saved'}
        onChanged={onChanged}
      />
      <SavingBar state={state} onRetry={() => void saver.save()} />
    </div>
  );
}

function createSaver({ rifa: { id, ...rifa }, terms, options }: StoredDraft, forms: DraftForms): DraftSaver {
  const stored = { id, ...rifa };
  return new DraftSaver({
    version: stored.version,
    parts: {
      rifa: {
        stored: storedRifaPart(rifaFieldsOf(stored), stored),
        read: () => readRifaPart(forms.rifa.getValues(), stored.drawDate),
        save: async (version, value) =>
          (await queries.admin.rifas.save.call({ id, version, rifa: value as typeof stored })).version,
      },
      terms: {
        stored: valueOf(readTermsPart(termsFieldsOf(terms), rifaFieldsOf(stored).price)) ?? terms,
        read: () => readTermsPart(forms.terms.getValues(), forms.rifa.getValues('price')),
        save: async (version, value) =>
          (await queries.admin.rifas.saveTerms.call({ id, version, terms: value as typeof terms })).version,
      },
      options: {
        stored: valueOf(readOptionsPart(optionFieldsOf(options))) ?? options,
        read: () => readOptionsPart(forms.options.getValues()),
        save: async (version, value) =>
          (await queries.admin.rifas.saveOptions.call({ id, version, options: value as typeof options }))
            .version,
      },
    },
    isConflict: (error) => isApiError(error, 'VERSION_CONFLICT'),
    now: () => new Date(),
  });
}

const valueOf = (part: ReturnType<typeof readTermsPart>) => ('value' in part ? part.value : null);

/** Saves debounced, when the page is hidden, and before leaving it. */
function useAutosave(saver: DraftSaver, { rifa, terms, options }: DraftForms): void {
  useEffect(() => {
    let timer: number | undefined;
    const onInput = () => {
      saver.noticeInput();
      clearTimeout(timer);
      timer = window.setTimeout(() => void saver.save(), SAVE_AFTER_MS);
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') void saver.save();
    };
    const watched = [rifa.watch(onInput), terms.watch(onInput), options.watch(onInput)];
    document.addEventListener('visibilitychange', onHide);
    // Opened with edits to keep after a conflict.
    if (saver.isDirty()) onInput();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onHide);
      for (const subscription of watched) subscription.unsubscribe();
    };
  }, [saver, rifa, terms, options]);
  const { kind } = useSyncExternalStore(saver.subscribe, saver.state, saver.state);
  useReportUnsaved(DRAFT, kind !== 'saved');
  const { names, setSaveFirst } = useUnsaved();
  const hasOthers = names.some((name) => name !== DRAFT);
  useEffect(() => {
    setSaveFirst(async () => (await saver.save()) && !hasOthers);
    return () => setSaveFirst(null);
  }, [setSaveFirst, saver, hasOthers]);
}

/** Refetches the other queries that show the draft, such as the list of rifas. */
function useRefreshAfterSaving(savedAt: Date | null, id: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!savedAt) return;
    const { find, list, terms, options, gaps } = queries.admin.rifas;
    for (const queryKey of [
      find.queryOptions({ input: { id } }).queryKey,
      terms.queryOptions({ input: { id } }).queryKey,
      options.queryOptions({ input: { id } }).queryKey,
      gaps.queryOptions({ input: { id } }).queryKey,
      list.key(),
    ])
      void client.invalidateQueries({ queryKey });
  }, [client, savedAt, id]);
}
