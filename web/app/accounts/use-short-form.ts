import { type FormEvent, useEffect, useRef, useState } from 'react';

/**
 * State of a small form of texts with a single error message, cleared on input. The browser holds the values, so that
 * texts entered before hydration count, and the sign-in pages do not need the form library.
 * @param send returns the error message, or null; its argument `empty` resets the fields to their initial values
 * @param problem initial error message
 */
export function useShortForm<Name extends string>(
  defaultValues: Record<Name, string>,
  send: (fields: Record<Name, string>, empty: () => void) => string | null | Promise<string | null>,
  problem: string | null = null,
) {
  const [error, setError] = useState(problem);
  const [sending, setSending] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Enter in a field may have sent a form whose button and error are below the screen.
    if (error && error !== problem)
      ref.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [error, problem]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setSending(true);
    try {
      setError(await send(readFields(form, defaultValues), () => form.reset()));
    } finally {
      setSending(false);
    }
  }

  return {
    form: {
      ref,
      noValidate: true,
      className: 'grid gap-5',
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onInput: () => setError(null),
    },
    /** Properties of the field's input. */
    register: (name: Name) => ({ name, defaultValue: defaultValues[name] }),
    setError,
    error,
    sending,
  };
}

/** A field that the form does not show has its default. */
function readFields<Name extends string>(
  form: HTMLFormElement,
  defaultValues: Record<Name, string>,
): Record<Name, string> {
  const typed = new FormData(form);
  const fields = { ...defaultValues };
  for (const name of Object.keys(defaultValues) as Name[]) {
    const value = typed.get(name);
    if (typeof value === 'string') fields[name] = value;
  }
  return fields;
}
