import { useFormContext } from 'react-hook-form';
import { COUPON_MAX_PERCENT } from '@mare/domain/checkout/discounts.ts';
import { COUPON_HOURS } from '@mare/domain/rifas/live/boost.ts';
import { isWhole } from '../../../admin/typed-values.ts';
import { Switch } from '../../../ui/form/checkbox.tsx';
import { Field, Input, Textarea } from '../../../ui/form/field.tsx';

export interface BoostFields {
  subject: string;
  message: string;
  withCoupon: boolean;
  code: string;
  percent: string;
  hours: string;
}

/** Fields of an announcement: text and optional coupon. */
export function BoostFormFields() {
  const { register, watch, formState } = useFormContext<BoostFields>();
  const { errors } = formState;
  return (
    <>
      <Field
        label="Assunto"
        hint="{nome} vira o primeiro nome de quem recebe."
        error={errors.subject?.message}
      >
        <Input
          maxLength={150}
          {...register('subject', { validate: (text) => text.trim() !== '' || 'Escreva o assunto.' })}
        />
      </Field>
      <Field label="Mensagem" error={errors.message?.message}>
        <Textarea
          rows={4}
          maxLength={500}
          {...register('message', { validate: (text) => text.trim() !== '' || 'Escreva a mensagem.' })}
        />
      </Field>
      <Switch
        label="Com um cupom novo"
        hint="Só para esta rifa, uma vez por pessoa."
        {...register('withCoupon')}
      />
      {watch('withCoupon') && (
        <div className="grid grid-cols-2 items-start gap-4">
          <Field label="Código" className="col-span-2" error={errors.code?.message}>
            <Input
              maxLength={20}
              autoCapitalize="characters"
              autoComplete="off"
              className="uppercase"
              {...register('code', {
                validate: (code) =>
                  /^[A-Za-z0-9]{3,20}$/.test(code.trim()) || 'De 3 a 20 letras e números, sem acentos.',
              })}
            />
          </Field>
          <Field label="Desconto, em %" error={errors.percent?.message}>
            <Input
              inputMode="numeric"
              maxLength={2}
              {...register('percent', {
                validate: (text) => isWhole(text, 1, COUPON_MAX_PERCENT) || `De 1 a ${COUPON_MAX_PERCENT}.`,
              })}
            />
          </Field>
          <Field label="Vale por, em horas" error={errors.hours?.message}>
            <Input
              inputMode="numeric"
              maxLength={3}
              {...register('hours', {
                validate: (text) =>
                  isWhole(text, COUPON_HOURS.min, COUPON_HOURS.max) ||
                  `De ${COUPON_HOURS.min} a ${COUPON_HOURS.max}.`,
              })}
            />
          </Field>
        </div>
      )}
    </>
  );
}
