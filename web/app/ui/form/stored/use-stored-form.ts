import { type RefObject, useEffect, useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  useForm,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';
import { fillForm } from './fill-form.ts';
import { followStored, isEqual } from './follow-stored.ts';

interface StoredForm<Stored, Fields extends FieldValues> {
  form: UseFormReturn<Fields>;
  /** Begins a save. @returns what the form was filled with: the save sends its version */
  startSave: () => Stored;
  /** After a successful save: what was typed since then stays unsaved. */
  markSaved: (sent: Fields) => void;
  /** After a conflict, when the stored values are read again: shows them under the unsaved input, with their version. */
  catchUp: () => void;
}

interface Reading<Stored, Fields> {
  stored: Stored;
  shown: Stored;
  /** What the form was filled with when the last save began. */
  savedFrom: Stored;
  /** See `followStored`. */
  base: Fields | null;
}

/**
 * A form over stored values that are read again while it is open. Without unsaved input it follows them. With unsaved
 * input it keeps that and the version that it was filled with, so that the server tells a conflict.
 * @param fieldsOf a pure function outside of the component
 */
export function useStoredForm<Stored, Fields extends FieldValues>(
  stored: Stored,
  fieldsOf: (stored: Stored) => Fields,
  options?: Pick<UseFormProps<Fields>, 'mode'>,
): StoredForm<Stored, Fields> {
  const form = useForm<Fields>({ ...options, defaultValues: fieldsOf(stored) as DefaultValues<Fields> });
  const reading = useRef<Reading<Stored, Fields>>({ stored, shown: stored, savedFrom: stored, base: null });
  const { isDirty } = form.formState;
  useEffect(() => {
    reading.current.stored = stored;
    followReading(form, fieldsOf, reading, isDirty);
  }, [stored, isDirty, form, fieldsOf]);
  return {
    form,
    startSave: () => {
      reading.current.savedFrom = reading.current.shown;
      return reading.current.shown;
    },
    markSaved: (sent) => {
      const typed = form.getValues();
      // A disabled field is not sent.
      const saved = { ...typed, ...sent };
      fillForm(form, saved, typed);
      // What it stored may have arrived before its own answer.
      Object.assign(reading.current, { shown: reading.current.savedFrom, base: saved });
      followReading(form, fieldsOf, reading, true);
    },
    catchUp: () => {
      reading.current.base = fieldsOf(reading.current.shown);
      followReading(form, fieldsOf, reading, true);
    },
  };
}

/** Lets the form follow what is stored, and `shown` say what the form was filled with. */
export function followReading<Stored, Fields extends FieldValues>(
  form: Pick<UseFormReturn<Fields>, 'getValues' | 'reset' | 'setValue'>,
  fieldsOf: (stored: Stored) => Fields,
  reading: RefObject<Omit<Reading<Stored, Fields>, 'savedFrom'>>,
  isDirty: boolean,
): void {
  const { stored, shown, base } = reading.current;
  if (stored === shown) return;
  const now = fieldsOf(stored);
  const filled = fieldsOf(shown);
  const values = followStored({ filled, stored: now, typed: form.getValues(), isDirty, base });
  if (values === null) return;
  if (base !== null || !isEqual(filled, now)) fillForm(form, now, values);
  Object.assign(reading.current, { shown: stored, base: null });
}
