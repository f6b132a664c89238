import { type FormEvent, useState } from 'react';
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
  const { register, handleSubmit, formState, reset } = useForm<Fields>({ defaultValues });
  const submit = handleSubmit(async (fields) => setError(await send(fields, () => reset())));
  return {
    form: {
      noValidate: true,
      className: 'grid gap-5',
      onSubmit: (event: FormEvent) => void submit(event),
      onInput: () => setError(null),
    },
    register,
    reset: () => {
      reset();
      setError(null);
    },
    error,
    sending: formState.isSubmitting,
  };
}
