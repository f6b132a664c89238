import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { AccountCard, FormError } from '../account-card.tsx';
import { askSecondFactor, type SecondFactor, showSecondFactor } from '../security/second-factor.ts';
import { signOut } from '../session.ts';

/** The second step of signing in; the page goes on by itself once the session is complete. */
export function SecondFactorCard() {
  const [factor, setFactor] = useState<SecondFactor | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } });

  useEffect(() => {
    let left = false;
    async function ask() {
      const asked = await askSecondFactor();
      if (left) return;
      if (typeof asked === 'string') setError(asked);
      else setFactor(asked);
    }
    void ask();
    return () => {
      left = true;
    };
  }, []);

  async function submit({ code }: { code: string }) {
    if (!factor) return;
    const refusal = await showSecondFactor(factor, code);
    if (refusal) setError(refusal);
    else toast.success('Login realizado com sucesso!');
  }

  const lead =
    factor?.type === 'phone'
      ? 'Enviamos um código por SMS para o seu celular.'
      : 'Digite o código do seu aplicativo autenticador.';
  return (
    <AccountCard title="Confirme que é você" lead={lead}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => void handleSubmit(submit)(event)}
        onInput={() => setError(null)}
      >
        <Field label="Código de 6 dígitos">
          <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} {...register('code')} />
        </Field>
        <FormError>{error}</FormError>
        <Button
          type="submit"
          size="lg"
          block
          disabled={!factor}
          loading={formState.isSubmitting}
          loadingText="Conferindo..."
        >
          Entrar
        </Button>
      </form>
      <button type="button" className="text-link justify-self-center" onClick={() => void signOut()}>
        Entrar com outra conta
      </button>
    </AccountCard>
  );
}
