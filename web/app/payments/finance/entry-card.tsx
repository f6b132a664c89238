import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import { isOfRifa, MANUAL_ACCOUNTS, type ManualAccount } from '@mare/domain/payments/manual-entry.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { usePermission } from '../../session/use-permission.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input, Select } from '../../ui/form/field.tsx';
import { parseCentavos } from '../../ui/form/parsing/typed-reais.ts';
import { FormError } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { manualAccountLabels } from './finance-labels.ts';
import { type RifaChoice, RifaField } from './rifa-field.tsx';
import { SECTION_PERMISSIONS } from '../../admin/sections/finance-sections.ts';
import { FinanceHeading } from './finance-heading.tsx';

/** @param rifas of the period; the newest ones are offered as well */
export function EntryCard({ rifas }: { rifas: readonly RifaChoice[] }) {
  const [isOpen, setOpen] = useState(false);
  const shell = useFocusNext<HTMLDivElement>(String(isOpen));
  if (!usePermission(SECTION_PERMISSIONS.lancamento)) return null;
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
      <FinanceHeading section="lancamento" />
      <p className="max-w-2xl text-sm text-ink-soft">
        Para impostos e taxas, repasses que nenhum relatório traz e correções. Nada no livro-caixa é apagado:
        uma correção é mais um lançamento, com o motivo, e só vale quando outra pessoa da administração
        aprova.
      </p>
      <div ref={shell} className="contents">
        {isOpen ? (
          <EntryForm rifas={rifas} onDone={() => setOpen(false)} />
        ) : (
          <Button variant="outline" size="sm" icon="plus" onClick={() => setOpen(true)}>
            Novo lançamento
          </Button>
        )}
      </div>
    </Card>
  );
}

const EMPTY = {
  debit: 'taxes' as ManualAccount,
  credit: 'bank' as ManualAccount,
  rifaId: '',
  amount: '',
  about: '',
  reason: '',
};

function EntryForm({ rifas, onDone }: { rifas: readonly RifaChoice[]; onDone: () => void }) {
  const client = useQueryClient();
  const [requestId] = useState(() => crypto.randomUUID());
  const { register, handleSubmit, control } = useForm({ defaultValues: EMPTY });
  const { debit, credit, amount } = useWatch({ control }) as typeof EMPTY;
  const needsRifa = isOfRifa(debit) || isOfRifa(credit);
  const centavos = parseCentavos(amount);
  const isAmountWrong = amount !== '' && (centavos === null || centavos === 0);
  const request = useMutation(
    queries.admin.finance.requestEntry.mutationOptions({
      onSuccess: async () => {
        toast.success('Pedido registrado. Outra pessoa da administração aprova em Aprovações.');
        onDone();
        await client.invalidateQueries({ queryKey: queries.approvals.key() });
      },
    }),
  );
  return (
    <form
      className="grid w-full max-w-2xl gap-4 sm:grid-cols-2"
      onSubmit={(event) =>
        void handleSubmit(({ rifaId, about, reason }) => {
          if (!centavos || debit === credit) return;
          request.mutate({
            requestId,
            debit,
            credit,
            rifaId: needsRifa ? rifaId : null,
            centavos,
            about: about.trim() || null,
            reason: reason.trim(),
          });
        })(event)
      }
    >
      <Field label="Débito: para onde vai">
        <AccountSelect {...register('debit')} />
      </Field>
      <Field
        label="Crédito: de onde sai"
        error={debit === credit ? 'Escolha outra conta: são iguais.' : undefined}
      >
        <AccountSelect {...register('credit')} />
      </Field>
      {needsRifa && <RifaField rifas={rifas} {...register('rifaId')} />}
      <Field label="Valor (R$)" error={isAmountWrong ? 'Um valor, como 1.250,50.' : undefined}>
        <Input inputMode="decimal" required {...register('amount')} />
      </Field>
      <Field label="Pedido ou pagamento que corrige" optional>
        <Input maxLength={100} autoComplete="off" {...register('about')} />
      </Field>
      <Field label="Motivo" className="sm:col-span-2">
        <Input required minLength={5} maxLength={300} {...register('reason')} />
      </Field>
      {request.isError && <FormError>{errorMessage(request.error)}</FormError>}
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit" loading={request.isPending}>
          Pedir o lançamento
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Desistir
        </Button>
      </div>
    </form>
  );
}

type SelectProps = Omit<React.ComponentProps<typeof Select>, 'children'>;

function AccountSelect(props: SelectProps) {
  return (
    <Select {...props}>
      {MANUAL_ACCOUNTS.map((account) => (
        <option key={account} value={account}>
          {manualAccountLabels[account]}
        </option>
      ))}
    </Select>
  );
}
