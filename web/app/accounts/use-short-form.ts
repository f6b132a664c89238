import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';

/**
 * State of a small form with a single error message, cleared on input.
 *
 * @param send returns the error message, or null; its argument `empty` clears the fields
 * @param problem initial error message
 */
export function useShortForm<Fields extends FieldValues>(
  defaultValues: DefaultValues<Fields>,
  send: (fields: Fields, empty: () => void) => string | null | Promise<string | null>,
  problem: string | null = null,
) {
  const [error, setError] = useState(problem);
  const { register, handleSubmit, formState, reset, watch } = useForm<Fields>({ defaultValues });
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Enter in a field may have sent a form whose button and error are below the screen.
    if (error && error !== problem)
      ref.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [error, problem]);
  const submit = handleSubmit(async (fields) => setError(await send(fields, () => reset())));
  return {
    form: {
      ref,
      noValidate: true,
      className: 'grid gap-5',
      onSubmit: (event: FormEvent) => void submit(event),
      onInput: () => setError(null),
    },
    register,
    watch,
    /** @param kept fields that stay as typed */
    reset: (kept?: Partial<DefaultValues<Fields>>) => {
      reset({ ...(defaultValues as object), ...kept } as Fields);
      setError(null);
    },
    error,
    sending: formState.isSubmitting,
  };
}
