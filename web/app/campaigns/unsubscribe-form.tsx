import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { queries } from '../api.ts';
import { errorMessage } from '../messages.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { looksLikeEmail } from '../ui/form/field-rules.ts';
import { Field, Input } from '../ui/form/field.tsx';
import { FormError } from '../ui/states.tsx';

/**
 * Unsubscribes an e-mail address from every mail: the caller's own immediately, any other after a confirmation link.
 */
export function UnsubscribeForm() {
  const cache = useQueryClient();
  const [missing, setMissing] = useState<string | null>(null);
  const { register, handleSubmit, reset } = useForm({ defaultValues: { email: '' } });
  const ask = useMutation(
    queries.campaigns.requestUnsubscribe.mutationOptions({
      onSuccess: async ({ done }) => {
        reset();
        if (!done) return;
        toast.success('Inscrição cancelada.');
        await cache.invalidateQueries({ queryKey: queries.campaigns.preferences.key() });
      },
    }),
  );
  function submit({ email }: { email: string }) {
    if (looksLikeEmail(email)) ask.mutate({ email: email.trim() });
    else setMissing('Informe o e-mail que deve parar de receber mensagens.');
  }
  return (
    <Card padded>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => void handleSubmit(submit)(event)}
        onInput={() => {
          setMissing(null);
          ask.reset();
        }}
      >
        <p className="text-ink-soft">
          Digite um e-mail para não receber mais nada nele, nem as mensagens sobre pedidos.
        </p>
        <Field label="E-mail para cancelar">
          <Input type="email" inputMode="email" autoComplete="email" {...register('email')} />
        </Field>
        <FormError>{missing ?? (ask.isError ? errorMessage(ask.error) : null)}</FormError>
        <output className="font-semibold text-success empty:sr-only">
          {ask.data &&
            (ask.data.done
              ? 'Pronto: este e-mail não recebe mais mensagens nossas.'
              : 'Se este e-mail recebe mensagens nossas, enviamos a ele um link para confirmar o cancelamento.')}
        </output>
        <Button
          type="submit"
          variant="outline"
          className="justify-self-start"
          loading={ask.isPending}
          loadingText="Cancelando..."
        >
          Cancelar inscrição
        </Button>
      </form>
    </Card>
  );
}
