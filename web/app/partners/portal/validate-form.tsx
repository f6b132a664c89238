import { Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import type { PartnerVoucher } from '@mare/contract/partners/partners.ts';
import { readVoucherCode, formatVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { formatTime } from '@mare/domain/format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { FormError, Spinner } from '../../ui/states.tsx';
import { useValidation } from './use-validation.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { VoucherCodeField } from '../voucher-code-field.tsx';

const QrScanner = lazyComponent(() => import('./qr-scanner.tsx'));

interface ValidateFormProps {
  scanned?: string;
  /** The latest use that was undone. */
  undone?: PartnerVoucher | null;
}

/** Validates a voucher by its code. A scanned code only fills the field. */
export function ValidateForm({ scanned = '', undone = null }: ValidateFormProps) {
  const { register, handleSubmit, control, reset, setValue, setFocus } = useForm({
    defaultValues: { code: formatCode(scanned), pin: '' },
  });
  const [code, pin] = useWatch({ control, name: ['code', 'pin'] });
  const [scanning, setScanning] = useState(false);
  /** Stays until the next code, longer than the toast: the customer waits for it at the counter. */
  const [validated, setValidated] = useState<PartnerVoucher | null>(null);
  const result = useRef<HTMLParagraphElement>(null);
  const validation = useValidation((voucher) => {
    flushSync(() => {
      setValidated(voucher);
      reset({ code: '', pin: '' });
    });
    // Cleared for the next customer. Not focused, because a phone would open the keyboard over the message.
    if (matchMedia('(pointer: coarse)').matches) result.current?.focus();
    else setFocus('code');
  });
  return (
    <Card padded>
      <form
        className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_11rem_auto_auto] sm:items-end"
        onSubmit={(event) => void handleSubmit((fields) => validation.mutate(fields))(event)}
      >
        <VoucherCodeField field={register('code')} placeholder="XXXX-XXXX-XXXX-XXXX" />
        <Field label="PIN de quem ganhou">
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            placeholder="0000"
            className="tabular"
            {...register('pin')}
          />
        </Field>
        <Button
          type="submit"
          disabled={code.trim() === '' || !/^\d{4}$/.test(pin)}
          loading={validation.isPending}
          loadingText="Validando..."
        >
          Validar
        </Button>
        <Button variant="outline" icon="eye" onClick={() => setScanning(true)}>
          Ler QR code
        </Button>
        {validated && code === '' && !isSameUse(validated, undone) && (
          <p
            ref={result}
            tabIndex={-1}
            className="rounded-md bg-success-tint px-4 py-3 font-semibold text-success sm:col-span-full"
          >
            Voucher validado às {formatTime(new Date(validated.validatedAt!))}: {validated.prizeName}, de{' '}
            {validated.winner.replace(/\.$/, '')}.
          </p>
        )}
        {validation.isError && (
          <div className="sm:col-span-full">
            <FormError>
              <span className="block">Não foi possível validar o voucher.</span>
              <span className="block font-normal">{errorMessage(validation.error)}</span>
            </FormError>
          </div>
        )}
      </form>
      <Dialog open={scanning} onOpenChange={setScanning} title="Ler QR code" size="md">
        <Suspense fallback={<Spinner />}>
          <QrScanner
            onRead={(text) => {
              if (!readVoucherCode(text)) return false;
              setValue('code', formatCode(text));
              setScanning(false);
              return true;
            }}
          />
        </Suspense>
      </Dialog>
    </Card>
  );
}

function isSameUse(one: PartnerVoucher, other: PartnerVoucher | null): boolean {
  return one.id === other?.id && one.validatedAt === other.validatedAt;
}

/** Groups the voucher code. Returns other text unchanged. */
function formatCode(text: string): string {
  const code = readVoucherCode(text);
  return code ? formatVoucherCode(code) : text;
}
