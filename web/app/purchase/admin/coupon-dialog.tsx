import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { COUPON_MAX_PERCENT } from '@mare/domain/checkout/discounts.ts';
import { toast } from 'sonner';
import type { CouponRow, EditedCoupon } from '@mare/contract/checkout/coupons-admin.ts';
import { dateTimeText, readDateTime } from '../../admin/typed-values.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Field, Input, Switch } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';

interface CouponDialogProps {
  /** Null creates a coupon. */
  coupon: CouponRow | null;
  onClose: () => void;
  onSaved: () => void;
}

/** Creates a coupon, or edits the limits of one. The discount of an existing coupon cannot change. */
export function CouponDialog({ coupon, onClose, onSaved }: CouponDialogProps) {
  const [code, setCode] = useState(coupon?.code ?? '');
  const [percent, setPercent] = useState(String(coupon?.percent ?? 10));
  const [maxUses, setMaxUses] = useState(coupon?.maxUses?.toString() ?? '');
  const [expiresAt, setExpiresAt] = useState(dateTimeText(coupon?.expiresAt ?? null));
  const [active, setActive] = useState(coupon?.active ?? true);
  const edited: EditedCoupon = {
    maxUses: maxUses === '' ? null : Number(maxUses),
    expiresAt: readDateTime(expiresAt),
    active,
  };
  const save = useMutation({
    mutationFn: () =>
      coupon
        ? queries.admin.coupons.change.call({ code: coupon.code, version: coupon.version, coupon: edited })
        : queries.admin.coupons.create.call({ code, percent: Number(percent), coupon: edited }),
    onSuccess: () => {
      toast.success('Cupom salvo.');
      onSaved();
      onClose();
    },
  });
  const isReady =
    /^[A-Z0-9]{3,20}$/.test(code) && Number(percent) >= 1 && Number(percent) <= COUPON_MAX_PERCENT;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={coupon ? `Cupom ${coupon.code}` : 'Novo cupom'}
      description="Cada pessoa usa uma vez."
    >
      <form noValidate className="grid gap-5" onSubmit={submit} onInput={() => save.reset()}>
        {!coupon && (
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <Field label="Código" hint="De 3 a 20 letras e números.">
              <Input
                maxLength={20}
                value={code}
                onChange={(event) => setCode(event.target.value.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))}
              />
            </Field>
            <Field label="Desconto em %" hint={`De 1 a ${COUPON_MAX_PERCENT}. Não muda depois.`}>
              <Input
                inputMode="numeric"
                maxLength={2}
                value={percent}
                onChange={(event) => setPercent(event.target.value.replaceAll(/\D/g, ''))}
              />
            </Field>
          </div>
        )}
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field label="Limite de usos" optional hint="Em branco, sem limite.">
            <Input
              inputMode="numeric"
              maxLength={6}
              value={maxUses}
              onChange={(event) => setMaxUses(event.target.value.replaceAll(/\D/g, '').replace(/^0+/, ''))}
            />
          </Field>
          <Field label="Vale até" optional hint="Horário de Maceió.">
            <Input
              type="datetime-local"
              value={expiresAt}
              onChange={(event) => setExpiresAt(event.target.value)}
            />
          </Field>
        </div>
        <Switch
          label="Valendo"
          hint="Pausado, ninguém usa até você ligar de novo."
          checked={active}
          onChange={(event) => setActive(event.target.checked)}
        />
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
