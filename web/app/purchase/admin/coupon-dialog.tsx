import { useMutation } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { COUPON_MAX_PERCENT } from '@mare/domain/checkout/discounts.ts';
import { toast } from 'sonner';
import type { CouponRow, EditedCoupon } from '@mare/contract/checkout/coupons-admin.ts';
import { dateTimeText, readDateTime } from '../../admin/typed-values.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Field, Input, Switch } from '../../ui/form/field.tsx';
import { digitsOf, filterInput, positiveDigitsOf } from '../../ui/form/field-rules.ts';
import { FormError } from '../../ui/states.tsx';

interface CouponFields {
  code: string;
  percent: string;
  maxUses: string;
  expiresAt: string;
  active: boolean;
}

interface CouponDialogProps {
  /** Null creates a coupon. */
  coupon: CouponRow | null;
  onClose: () => void;
  onSaved: () => void;
}

/** Creates a coupon, or edits the limits of one. The discount of an existing coupon cannot change. */
export function CouponDialog({ coupon, onClose, onSaved }: CouponDialogProps) {
  const { register, handleSubmit, control } = useForm<CouponFields>({
    defaultValues: {
      code: coupon?.code ?? '',
      percent: String(coupon?.percent ?? 10),
      maxUses: coupon?.maxUses?.toString() ?? '',
      expiresAt: dateTimeText(coupon?.expiresAt ?? null),
      active: coupon?.active ?? true,
    },
  });
  const [code, percent] = useWatch({ control, name: ['code', 'percent'] });
  const save = useMutation({
    mutationFn: (fields: CouponFields) => {
      const edited = editedCouponOf(fields);
      return coupon
        ? queries.admin.coupons.change.call({ code: coupon.code, version: coupon.version, coupon: edited })
        : queries.admin.coupons.create.call({
            code: fields.code,
            percent: Number(fields.percent),
            coupon: edited,
          });
    },
    onSuccess: () => {
      toast.success('Cupom salvo.');
      onSaved();
      onClose();
    },
  });
  const isReady =
    /^[A-Z0-9]{3,20}$/.test(code) && Number(percent) >= 1 && Number(percent) <= COUPON_MAX_PERCENT;
  const submit = handleSubmit((fields) => save.mutate(fields));
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={coupon ? `Cupom ${coupon.code}` : 'Novo cupom'}
      description="Cada pessoa usa uma vez."
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => void submit(event)}
        onInput={() => save.reset()}
      >
        {!coupon && (
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <Field label="Código" hint="De 3 a 20 letras e números.">
              <Input maxLength={20} {...filterInput(register('code'), couponCodeOf)} />
            </Field>
            <Field label="Desconto em %" hint={`De 1 a ${COUPON_MAX_PERCENT}. Não muda depois.`}>
              <Input inputMode="numeric" maxLength={2} {...filterInput(register('percent'), digitsOf)} />
            </Field>
          </div>
        )}
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field label="Limite de usos" optional hint="Em branco, sem limite.">
            <Input
              inputMode="numeric"
              maxLength={6}
              {...filterInput(register('maxUses'), positiveDigitsOf)}
            />
          </Field>
          <Field label="Vale até" optional hint="Horário de Maceió.">
            <Input type="datetime-local" {...register('expiresAt')} />
          </Field>
        </div>
        <Switch label="Valendo" hint="Pausado, ninguém usa até você ligar de novo." {...register('active')} />
        <FormError>{save.isError ? errorMessage(save.error) : null}</FormError>
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          loading={save.isPending}
          loadingText="Salvando..."
          disabled={!isReady}
        >
          Salvar
        </Button>
      </form>
    </Dialog>
  );
}

const couponCodeOf = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

function editedCouponOf({ maxUses, expiresAt, active }: CouponFields): EditedCoupon {
  return { maxUses: maxUses === '' ? null : Number(maxUses), expiresAt: readDateTime(expiresAt), active };
}
