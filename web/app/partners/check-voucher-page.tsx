import { useMutation } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { SignedInOnly } from '../session/signed-in-only.tsx';
import { queries } from '../api.ts';
import { pageMeta } from '../document/page-meta.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/style/class-names.ts';
import { Icon } from '../ui/style/icons.tsx';
import { CheckedVoucherFacts } from './checked-voucher-facts.tsx';
import { VoucherCodeField } from './voucher-code-field.tsx';

export const meta = pageMeta({
  title: 'Validar Voucher',
  description: 'Confira se um voucher ainda vale.',
  index: false,
});

export default function CheckVoucherPage() {
  return (
    <main id="conteudo" className="shell py-8 sm:py-12">
      <SignedInOnly>
        <CheckVoucher />
      </SignedInOnly>
    </main>
  );
}

function CheckVoucher() {
  const { register, handleSubmit, control } = useForm({ defaultValues: { code: '' } });
  const code = useWatch({ control, name: 'code' });
  const check = useMutation(queries.partners.checkVoucher.mutationOptions());
  return (
    <div className="mx-auto grid max-w-lg gap-6">
      <header className="grid gap-2">
        <h1 className="text-3xl">Validar Voucher</h1>
        <p className="text-ink-soft">Digite o código que está no voucher para saber se ele ainda vale.</p>
      </header>
      <Card padded>
        <form
          className="grid gap-5"
          onSubmit={(event) => void handleSubmit((fields) => check.mutate(fields))(event)}
        >
          <VoucherCodeField field={register('code', { onChange: () => check.reset() })} />
          <Button
            type="submit"
            disabled={code.trim() === ''}
            loading={check.isPending}
            loadingText="Validando..."
          >
            Validar
          </Button>
          <div aria-live="polite">
            {check.isError && <Result good={false}>Erro ao validar o voucher. Tente novamente.</Result>}
            {check.isSuccess &&
              (check.data.valid ? (
                <>
                  <Result good>Voucher válido! Você pode usar seu desconto.</Result>
                  <CheckedVoucherFacts checked={check.data} />
                </>
              ) : (
                <Result good={false}>Voucher inválido ou expirado.</Result>
              ))}
          </div>
        </form>
      </Card>
    </div>
  );
}

function Result({ good, children }: { good: boolean; children: string }) {
  return (
    <p
      className={classNames(
        'flex items-center gap-2 rounded-md px-4 py-3 font-semibold',
        good ? 'bg-success-tint text-success' : 'bg-danger-tint text-danger',
      )}
    >
      <Icon name={good ? 'check' : 'alert'} />
      {children}
    </p>
  );
}
