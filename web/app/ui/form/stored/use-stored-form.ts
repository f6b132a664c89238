import { useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  useForm,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';
import { fillForm } from './fill-form.ts';
import { followStored, isEqual, keepTyped } from './follow-stored.ts';

interface StoredForm<Stored, Fields extends FieldValues> {
  form: UseFormReturn<Fields>;
  /** What the form was filled with. A save sends its version. */
  shown: Stored;
  /** After a successful save: what was typed since then stays unsaved. */
  markSaved: (sent: Fields) => void;
  /** Replaces unsaved input by the stored values. */
  discard: () => void;
}

/**
 * A form over stored values that are read again while it is open. Without unsaved input it follows them. With unsaved
 * input it keeps that and the version that it was filled with, so that the server tells a conflict.
 * @param fieldsOf a pure function
 */
export function useStoredForm<Stored, Fields extends FieldValues>(
  stored: Stored,
  fieldsOf: (stored: Stored) => Fields,
  options?: Pick<UseFormProps<Fields>, 'mode'>,
): StoredForm<Stored, Fields> {
  const form = useForm<Fields>({ ...options, defaultValues: fieldsOf(stored) as DefaultValues<Fields> });
  const [shown, setShown] = useState(stored);
  const [sent, setSent] = useState<Fields | null>(null);
  const { isDirty } = form.formState;
  useEffect(() => {
    if (stored === shown) return;
    const now = fieldsOf(stored);
    const filled = fieldsOf(shown);
    const values = followStored({ filled, stored: now, typed: form.getValues(), isDirty, sent });
    if (values === null) return;
    if (sent !== null || !isEqual(filled, now)) fillForm(form, now, values);
    setShown(stored);
    setSent(null);
  }, [stored, shown, sent, isDirty, form, fieldsOf]);
  return {
    form,
    shown,
    markSaved: (saved) => {
      fillForm(form, saved, keepTyped(saved, form.getValues(), saved));
      setSent(saved);
    },
    discard: () => {
      form.reset(fieldsOf(stored));
      setShown(stored);
      setSent(null);
    },
  };
}
