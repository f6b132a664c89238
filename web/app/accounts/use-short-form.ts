import { type FormEvent, useState } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';

/**
 * A form of a few fields that says one thing that is wrong, until somebody types again.
 *
 * @param send what is wrong, or null; `empty` clears the fields
 * @param problem what is wrong before anything was sent
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
