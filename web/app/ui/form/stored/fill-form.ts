import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { isEqual } from './follow-stored.ts';

/** Fills a form with stored values. Values that differ from them are unsaved input. */
export function fillForm<Fields extends FieldValues>(
  { reset, setValue }: Pick<UseFormReturn<Fields>, 'reset' | 'setValue'>,
  stored: Fields,
  values: Fields,
): void {
  reset(stored);
  for (const key of Object.keys(values) as FieldPath<Fields>[])
    if (!isEqual(values[key], stored[key])) setValue(key, values[key], { shouldDirty: true });
}
