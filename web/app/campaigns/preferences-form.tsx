import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import type { EmailPreferences } from '@mare/contract/campaigns/email-preferences.ts';
import { queries } from '../api.ts';
import { errorMessage } from '../messages.ts';
import { useShopName } from '../document/site-facts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Switch } from '../ui/form/checkbox.tsx';
import { FormError } from '../ui/states.tsx';

const SWITCHES: { name: keyof EmailPreferences; label: string; hint: string }[] = [
  {
    name: 'transactionalEmails',
    label: 'E-mails transacionais',
    hint: 'Confirmação de pedidos, pagamentos e reembolsos.',
  },
  {
    name: 'weeklyNewsletter',
    label: 'Newsletter semanal',
    hint: 'Rifas novas, sorteios da semana e ganhadores.',
  },
  {
    name: 'marketingEmails',
    label: 'E-mails de marketing',
    hint: 'Novidades da {loja} e convites.',
  },
  {
    name: 'promotionalEmails',
    label: 'E-mails promocionais',
    hint: 'Descontos, cupons e lembretes de carrinho.',
  },
];

/** E-mail preferences. Changes apply once saved. */
export function PreferencesForm({ preferences }: { preferences: EmailPreferences }) {
  const cache = useQueryClient();
  const shopName = useShopName();
  const { register, handleSubmit } = useForm({ defaultValues: preferences });
  const save = useMutation(
    queries.campaigns.savePreferences.mutationOptions({
      onSuccess: (saved) => {
        cache.setQueryData(queries.campaigns.preferences.queryKey(), saved);
        toast.success('Preferências salvas!');
      },
    }),
  );
  return (
    <Card padded>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => void handleSubmit((chosen) => save.mutate(chosen))(event)}
        onInput={() => save.reset()}
      >
        <div className="grid divide-y divide-line">
          {SWITCHES.map(({ name, label, hint }) => (
            <Switch key={name} label={label} hint={hint.replace('{loja}', shopName)} {...register(name)} />
          ))}
        </div>
        <FormError>{save.isError ? errorMessage(save.error) : null}</FormError>
        <Button
          type="submit"
          className="justify-self-start"
          loading={save.isPending}
          loadingText="Salvando..."
        >
          Salvar Preferências
        </Button>
      </form>
    </Card>
  );
}
