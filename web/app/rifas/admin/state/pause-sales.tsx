import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { queries } from '../../../api.ts';
import { errorMessage } from '../../../messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Textarea } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { FormError } from '../../../ui/states.tsx';

interface PauseSalesProps {
  rifa: ManagedRifa;
  onChanged: () => void;
}

/** Pauses the sales of a rifa with a reason that buyers read, and resumes them. */
export function PauseSales({ rifa, onChanged }: PauseSalesProps) {
  const [isAsking, setAsking] = useState(false);
  const resume = useMutation(
    queries.admin.rifas.resume.mutationOptions({
      onSuccess: () => {
        toast.success('Vendas retomadas.');
        onChanged();
      },
      onError: (error) => toast.error(errorMessage(error)),
    }),
  );
  if (rifa.status !== 'active') return null;
  if (rifa.pauseReason === null)
    return (
      <>
        <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
          Pausar vendas
        </Button>
        {isAsking && <PauseDialog rifa={rifa} onClose={() => setAsking(false)} onChanged={onChanged} />}
      </>
    );
  return (
    <>
      <Button
        variant="primary"
        size="sm"
        loading={resume.isPending}
        onClick={() => resume.mutate({ id: rifa.id })}
      >
        Retomar vendas
      </Button>
      <p className="basis-full rounded-md bg-warning-tint p-4 wrap-anywhere text-warning">
        <strong>Vendas pausadas.</strong> Quem visita a rifa lê: “{rifa.pauseReason}”
      </p>
    </>
  );
}

const FORM = 'pausar-vendas';

function PauseDialog({ rifa, onClose, onChanged }: PauseSalesProps & { onClose: () => void }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { reason: '' } });
  const pause = useMutation(
    queries.admin.rifas.pause.mutationOptions({
      onSuccess: () => {
        toast.success('Vendas pausadas.');
        onClose();
        onChanged();
      },
    }),
  );
  const submit = handleSubmit(({ reason }) => pause.mutate({ id: rifa.id, reason: reason.trim() }));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Pausar vendas: ${rifa.title}`}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={FORM} variant="primary" loading={pause.isPending}>
            Pausar vendas
          </Button>
        </div>
      }
    >
      <form id={FORM} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <p>
          Ninguém faz pedidos novos até você retomar. Quem já reservou ainda pode pagar. O fim das vendas e o
          sorteio continuam na data marcada.
        </p>
        <Field
          label="Motivo"
          hint="Aparece na loja, na página da rifa e no carrinho. Não cite pessoas."
          error={formState.errors.reason?.message}
        >
          <Textarea
            rows={3}
            maxLength={300}
            {...register('reason', {
              validate: (reason) => reason.trim().length >= 3 || 'Conte por que as vendas param.',
            })}
          />
        </Field>
        {pause.isError && <FormError>{errorMessage(pause.error)}</FormError>}
      </form>
    </Dialog>
  );
}
