import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import type { CashState } from '@mare/contract/admin/cash.ts';
import { UnreadPart } from '../../admin/lists/unread-part.tsx';
import { queries } from '../../api.ts';
import { formatBrl } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { parseCentavos } from '../../ui/form/parsing/typed-reais.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { FormError } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { shortDay } from './finance-labels.ts';
import { Permitted } from '../../admin/permissions/permitted.tsx';
import { FinanceHeading } from './finance-heading.tsx';
import { useCashDrawer } from './use-cash-drawer.ts';

/** The cash drawer: count, compare, close. */
export function CashCard() {
  const { read, drawer } = useCashDrawer();
  if (drawer) return <Drawer drawer={drawer} />;
  return <UnreadPart query={read} title="Não foi possível carregar o caixa." />;
}

function Drawer({ drawer }: { drawer: CashState }) {
  const { openingCentavos, movedCentavos, expectedCentavos, closableDays, closings } = drawer;
  const heading = useFocusNext<HTMLDivElement>(closings[0]?.day ?? '');
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div ref={heading}>
        <FinanceHeading section="caixa" />
      </div>
      <p>
        Abriu com {formatBrl(openingCentavos)}, movimentou {formatBrl(movedCentavos)}: deve haver{' '}
        <strong>{formatBrl(expectedCentavos)}</strong> na gaveta.
      </p>
      {closableDays.length === 0 ? (
        <p className="text-sm text-ink-soft">
          O caixa de hoje está fechado. O dinheiro que entrar agora fica para o próximo fechamento.
        </p>
      ) : (
        <Permitted to="move-money">
          <CloseForm key={closings[0]?.day} expectedCentavos={expectedCentavos} days={closableDays} />
        </Permitted>
      )}
      <Closings closings={closings} />
    </Card>
  );
}

/** @param props.days that the count may close, the most likely one first */
function CloseForm({ expectedCentavos, days }: { expectedCentavos: number; days: readonly string[] }) {
  const client = useQueryClient();
  const { register, handleSubmit, control, formState } = useForm({
    defaultValues: { counted: '', reason: '' },
  });
  const { errors } = formState;
  // Expected amount when the drawer was counted.
  const [countedFor, setCountedFor] = useState<number | null>(null);
  const hasMoved = countedFor !== null && countedFor !== expectedCentavos;
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
      noValidate
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent;
        const day = submitter instanceof HTMLButtonElement ? submitter.value : days[0]!;
        void handleSubmit(({ reason }) => {
          if (counted !== null && counted >= 0)
            close.mutate({
              day,
              countedCentavos: counted,
              expectedCentavos,
              reason: difference === 0 ? null : reason.trim(),
            });
        })(event);
      }}
    >
      <Field label="Contado na gaveta (R$)" error={errors.counted?.message}>
        <Input
          inputMode="decimal"
          {...register('counted', {
            validate: (typed) => parseCentavos(typed) !== null || 'Um valor, como 120,50.',
            onChange: () => setCountedFor(expectedCentavos),
          })}
        />
      </Field>
      {difference !== 0 && (
        <Field
          label={`Por que ${difference > 0 ? 'sobram' : 'faltam'} ${formatBrl(Math.abs(difference))}`}
          className="grow"
          error={errors.reason?.message}
        >
          <Input
            maxLength={300}
            {...register('reason', {
              validate: (typed) => typed.trim().length >= 5 || 'Escreva pelo menos 5 caracteres.',
            })}
          />
        </Field>
      )}
      {days.map((day) => (
        <Button
          key={day}
          type="submit"
          value={day}
          variant={day === days[0] ? 'primary' : 'secondary'}
          className="mt-6.5"
          loading={close.isPending}
        >
          {isYesterday(day, days) ? `Fechar o caixa de ontem (${shortDay(day)})` : 'Fechar o caixa de hoje'}
        </Button>
      ))}
      {days.length > 1 && (
        <p className="basis-full text-sm text-ink-soft">
          O caixa de ontem não foi fechado. O fechamento conta tudo o que está na gaveta agora; o que entrar
          depois fica para o próximo.
        </p>
      )}
      <LiveRegion className="basis-full">
        {hasMoved &&
          `Entrou ou saiu dinheiro enquanto você contava: agora deve haver ${formatBrl(expectedCentavos)}. Confira a contagem antes de fechar.`}
      </LiveRegion>
      {close.isError && !hasMoved && <FormError>{errorMessage(close.error)}</FormError>}
    </form>
  );
}

function isYesterday(day: string, days: readonly string[]): boolean {
  return days.some((other) => other > day);
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
            {difference !== 0 &&
              `, ${difference > 0 ? 'sobraram' : 'faltaram'} ${formatBrl(Math.abs(difference))} (${reason})`}
            {closedBy && `, por ${closedBy}`}.
          </li>
        );
      })}
    </ul>
  );
}
