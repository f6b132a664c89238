import { useMutation, useQuery } from '@tanstack/react-query';
import { type FieldErrors, type UseFormRegister, useForm, useWatch } from 'react-hook-form';
import { COUPON_MAX_PERCENT } from '@mare/domain/checkout/discounts.ts';
import { SEGMENT_NAMES, SEGMENTS } from '@mare/domain/personalization/segments.ts';
import { toast } from 'sonner';
import type { CouponRow } from '@mare/contract/checkout/coupons-admin.ts';
import { queries } from '../../api.ts';
import { formatInteger } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DateInput } from '../../ui/form/date-input.tsx';
import { Checkbox, Switch } from '../../ui/form/checkbox.tsx';
import { Field, Input, Options, Select, Textarea } from '../../ui/form/field.tsx';
import { digitsOf, filterInput, positiveDigitsOf } from '../../ui/form/field-rules.ts';
import { FormError } from '../../ui/states.tsx';
import {
  conditionsOf,
  type CouponFields,
  couponFieldsOf,
  couponProblems,
  discountOf,
} from './coupon-fields.ts';

interface CouponDialogProps {
  /** Null creates a coupon. */
  coupon: CouponRow | null;
  onClose: () => void;
  onSaved: () => void;
}

/** Creates a coupon, or edits the conditions of one. The discount of an existing coupon cannot change. */
export function CouponDialog({ coupon, onClose, onSaved }: CouponDialogProps) {
  const form = useForm<CouponFields>({ defaultValues: couponFieldsOf(coupon) });
  const { handleSubmit, control } = form;
  const { errors } = form.formState;
  const register: UseFormRegister<CouponFields> = (name, options) =>
    form.register(name, {
      validate: (_, fields) => couponProblems(fields)[name as keyof CouponFields],
      ...options,
    });
  const kind = useWatch({ control, name: 'kind' });
  const rifas = useQuery(queries.admin.rifas.list.queryOptions({ input: { status: 'active' } }));
  const offered = rifas.data?.rows ?? [];
  const save = useMutation({
    mutationFn: (fields: CouponFields) => {
      const conditions = conditionsOf(fields);
      // Rifas that are not offered any more have no checkbox.
      const others = coupon?.rifaIds.filter((rifaId) => !offered.some(({ id }) => id === rifaId)) ?? [];
      conditions.rifaIds = [...new Set([...conditions.rifaIds, ...others])];
      return coupon
        ? queries.admin.coupons.change.call({
            code: coupon.code,
            version: coupon.version,
            coupon: conditions,
          })
        : queries.admin.coupons.create.call({
            code: fields.code,
            discount: discountOf(fields),
            coupon: conditions,
          });
    },
    onSuccess: () => {
      toast.success('Cupom salvo.');
      onSaved();
      onClose();
    },
  });
  const submit = handleSubmit((fields) => save.mutate(fields));
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="lg"
      title={coupon ? `Cupom ${coupon.code}` : 'Novo cupom'}
      description="Cada pessoa tem os mesmos usos, em quantas contas tiver."
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => void submit(event)}
        onInput={() => save.reset()}
      >
        {!coupon && (
          <div className="grid items-start gap-5 sm:grid-cols-3">
            <Field label="Código" hint="De 3 a 20 letras e números." error={errors.code?.message}>
              <Input maxLength={20} {...filterInput(register('code'), couponCodeOf)} />
            </Field>
            <Field label="Desconto" hint="Não muda depois.">
              <Select {...register('kind')}>
                <Options labels={{ percent: 'Em %', fixed: 'Em reais' }} />
              </Select>
            </Field>
            {kind === 'percent' ? (
              <Field
                label="Desconto em %"
                hint={`De 1 a ${COUPON_MAX_PERCENT}.`}
                error={errors.percent?.message}
              >
                <Input inputMode="numeric" maxLength={2} {...filterInput(register('percent'), digitsOf)} />
              </Field>
            ) : (
              <Field
                label="Desconto em reais"
                hint={`No máximo ${COUPON_MAX_PERCENT}% do pedido.`}
                error={errors.off?.message}
              >
                <Input inputMode="decimal" maxLength={10} placeholder="5,00" {...register('off')} />
              </Field>
            )}
          </div>
        )}
        <Limits register={register} errors={errors} />
        <Audience
          register={register}
          errors={errors}
          rifas={offered}
          personsWithoutEmail={coupon?.personsWithoutEmail ?? 0}
        />
        <Switch
          label="Soma com o desconto VIP"
          hint="Desligado, o cupom vale no lugar do desconto VIP."
          {...register('stacksWithVip')}
        />
        <Switch label="Valendo" hint="Pausado, ninguém usa até você ligar de novo." {...register('active')} />
        <FormError>{save.isError ? errorMessage(save.error) : null}</FormError>
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          loading={save.isPending}
          loadingText="Salvando..."
        >
          Salvar
        </Button>
      </form>
    </Dialog>
  );
}

interface PartProps {
  register: UseFormRegister<CouponFields>;
  errors: FieldErrors<CouponFields>;
}

function Limits({ register, errors }: PartProps) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field label="Limite de usos" optional hint="De todas as pessoas. Em branco, sem limite.">
        <Input inputMode="numeric" maxLength={6} {...filterInput(register('maxUses'), positiveDigitsOf)} />
      </Field>
      <Field label="Usos por pessoa" error={errors.usesPerPerson?.message}>
        <Input
          inputMode="numeric"
          maxLength={3}
          {...filterInput(register('usesPerPerson'), positiveDigitsOf)}
        />
      </Field>
      <Field label="Vale a partir de" optional hint="Horário de Maceió.">
        <DateInput withTime {...register('startsAt')} />
      </Field>
      <Field label="Vale até" optional hint="Horário de Maceió." error={errors.expiresAt?.message}>
        <DateInput withTime {...register('expiresAt')} />
      </Field>
      <Field
        label="Valor mínimo em cotas (R$)"
        optional
        hint="Pelo preço da cota, sem combos."
        error={errors.minimum?.message}
      >
        <Input inputMode="decimal" maxLength={10} placeholder="20,00" {...register('minimum')} />
      </Field>
    </div>
  );
}

/** Whom and what the coupon is for. */
function Audience({
  register,
  errors,
  rifas,
  personsWithoutEmail,
}: PartProps & { rifas: readonly { id: string; title: string }[]; personsWithoutEmail: number }) {
  const unnamed =
    personsWithoutEmail === 1
      ? ' O cupom é também de 1 pessoa que excluiu a conta ou está sem e-mail.'
      : ` O cupom é também de ${formatInteger(personsWithoutEmail)} pessoas que excluíram a conta ou estão sem e-mail.`;
  return (
    <>
      <fieldset>
        <legend className="font-semibold">Só para estes clientes</legend>
        <p className="text-sm text-ink-soft">Nenhum marcado: todos.</p>
        <div className="grid gap-x-5 sm:grid-cols-2">
          {SEGMENTS.map((segment) => (
            <Checkbox
              key={segment}
              value={segment}
              label={SEGMENT_NAMES[segment].label}
              {...register('segments')}
            />
          ))}
        </div>
      </fieldset>
      {rifas.length > 0 && (
        <fieldset>
          <legend className="font-semibold">Só para estas rifas</legend>
          <p className="text-sm text-ink-soft">Nenhuma marcada: todas.</p>
          {rifas.map(({ id, title }) => (
            <Checkbox key={id} value={id} label={title} {...register('rifaIds')} />
          ))}
        </fieldset>
      )}
      <Field
        label="Só para estas pessoas"
        optional
        hint={`O e-mail da conta, um por linha.${personsWithoutEmail > 0 ? unnamed : ''}`}
        error={errors.personEmails?.message}
      >
        <Textarea rows={2} {...register('personEmails')} />
      </Field>
    </>
  );
}

const couponCodeOf = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
