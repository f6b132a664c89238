import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import type { PartnerRow } from '@mare/contract/partners/partners-admin.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { filled } from '../../ui/form/field-rules.ts';
import { Field, Input } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { FormError } from '../../ui/states.tsx';

/** Changes the phone and street address shown on the partner's vouchers. */
export function ContactEditor({ partner }: { partner: PartnerRow }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        Endereço e telefone<span className="sr-only"> de {partner.companyName}</span>
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Endereço e telefone"
        description={`${partner.companyName}, ${partner.city}`}
      >
        <ContactForm partner={partner} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ContactForm({ partner, onDone }: { partner: PartnerRow; onDone: () => void }) {
  const cache = useQueryClient();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { phone: formatPhone(partner.phone), address: partner.address ?? '' },
    mode: 'onTouched',
  });
  const save = useMutation(
    queries.admin.setPartnerContact.mutationOptions({
      onSuccess: async () => {
        toast.success('Contato salvo.', {
          description: 'Já aparece nos vouchers. Avisamos o parceiro e quem tem voucher a usar.',
        });
        onDone();
        await cache.invalidateQueries({ queryKey: queries.admin.partners.key() });
      },
    }),
  );
  const { errors } = formState;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void handleSubmit((fields) => save.mutate({ id: partner.id, ...fields }))(event)}
    >
      <Field
        label="Telefone com DDD"
        hint="O parceiro entra no portal com ele: se mudar, entra de novo com o novo."
        error={errors.phone?.message}
      >
        <Input
          type="tel"
          maxLength={30}
          {...register('phone', { validate: filled('Confira o telefone com DDD.') })}
        />
      </Field>
      <Field label="Endereço" hint={`Rua e número, em ${partner.city} (${partner.state}).`} optional>
        <Input maxLength={200} {...register('address')} />
      </Field>
      {save.isError && <FormError>{errorMessage(save.error)}</FormError>}
      <Button type="submit" className="justify-self-start" loading={save.isPending}>
        Salvar contato
      </Button>
    </form>
  );
}
