import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import type { CashState } from '@mare/contract/admin/cash.ts';
import { queries } from '../../api.ts';
import { formatBrl } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { parseCentavos } from '../../ui/form/typed-reais.ts';
import { FormError } from '../../ui/states.tsx';
import { shortDay } from './finance-labels.ts';
import { Permitted } from '../../admin/permitted.tsx';
import { FinanceHeading } from './finance-heading.tsx';
import { useCashDrawer } from './use-cash-drawer.ts';

/** The cash drawer: count, compare, close. */
export function CashCard() {
  const drawer = useCashDrawer();
  if (!drawer) return null;
  const { openingCentavos, movedCentavos, expectedCentavos, isTodayClosed, closings } = drawer;
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <FinanceHeading section="caixa" />
      <p>
        Abriu com {formatBrl(openingCentavos)}, movimentou {formatBrl(movedCentavos)}: deve haver{' '}
        <strong>{formatBrl(expectedCentavos)}</strong> na gaveta.
      </p>
      {isTodayClosed ? (
        <p className="text-sm text-ink-soft">
          O caixa de hoje está fechado. O dinheiro que entrar agora fica para o próximo fechamento.
        </p>
      ) : (
        <Permitted to="move-money">
          <CloseForm key={expectedCentavos} expectedCentavos={expectedCentavos} />
        </Permitted>
      )}
      <Closings closings={closings} />
    </Card>
  );
}

function CloseForm({ expectedCentavos }: { expectedCentavos: number }) {
  const client = useQueryClient();
  const { register, handleSubmit, control } = useForm({ defaultValues: { counted: '', reason: '' } });
  const counted = parseCentavos(useWatch({ control, name: 'counted' }));
  const difference = counted === null ? 0 : counted - expectedCentavos;
  const close = useMutation(
    queries.admin.finance.closeCash.mutationOptions({
      onSuccess: () => void toast.success('Caixa fechado.'),
      onSettled: () => client.invalidateQueries({ queryKey: queries.admin.finance.cash.key() }),
    }),
  );
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) =>
        void handleSubmit(({ reason }) => {
          if (counted !== null && counted >= 0)
            close.mutate({
              countedCentavos: counted,
              expectedCentavos,
              reason: difference === 0 ? null : reason.trim(),
            });
        })(event)
      }
    >
      <Field label="Contado na gaveta (R$)">
        <Input
          inputMode="decimal"
          required
          pattern="[0-9.,R$ ]+"
          title="Um valor, como 120,50"
          {...register('counted')}
        />
      </Field>
      {difference !== 0 && (
        <Field
          label={`Por que ${difference > 0 ? 'sobram' : 'faltam'} ${formatBrl(Math.abs(difference))}`}
          className="grow"
        >
          <Input required minLength={5} maxLength={300} {...register('reason')} />
        </Field>
      )}
      <Button type="submit" loading={close.isPending} disabled={counted === null}>
        Fechar o caixa de hoje
      </Button>
      {close.isError && <FormError>{errorMessage(close.error)}</FormError>}
    </form>
  );
}

function Closings({ closings }: Pick<CashState, 'closings'>) {
  if (closings.length === 0) return null;
  return (
    <ul aria-label="Fechamentos do caixa" className="grid gap-1 text-sm">
      {closings.map(({ day, openingCentavos, movedCentavos, countedCentavos, reason, closedBy }) => {
        const difference = countedCentavos - openingCentavos - movedCentavos;
        return (
          <li key={day} className="wrap-anywhere">
            {shortDay(day)}: {formatBrl(countedCentavos)} contados
            {difference !== 0 && `, ${formatBrl(difference)} de diferença (${reason})`}
            {closedBy && `, por ${closedBy}`}.
          </li>
        );
      })}
    </ul>
  );
}
