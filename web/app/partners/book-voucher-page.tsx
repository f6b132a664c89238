import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { toast } from 'sonner';
import type { CodeVoucher } from '@mare/contract/partners/bookings.ts';
import type { RedemptionRejection } from '@mare/domain/partners/redemption.ts';
import { queries } from '../api.ts';
import { pageMeta } from '../document/page-meta.ts';
import { formatDate, formatDateTime } from '../format.ts';
import { links } from '../links.ts';
import { isApiError } from '../messages.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field, Input } from '../ui/form/field.tsx';
import { FormError } from '../ui/states.tsx';
import { useFocusNext } from '../ui/focus/use-focus-next.ts';
import { bookingErrorMessage, whenBookingSettles } from './booking/booking-conflict.ts';
import { BookingPanel } from './booking/booking-panel.tsx';
import { PartnerPaused } from './partner-paused.tsx';
import { VoucherCodeField } from './voucher-code-field.tsx';
import { VoucherFacts } from './voucher-facts.tsx';

export const meta = pageMeta({
  title: 'Marcar a data do voucher',
  description: 'Quem ganhou um serviço e não tem conta marca aqui o dia com o parceiro.',
  index: false,
});

interface Proof {
  code: string;
  pin: string;
}

export default function BookVoucherPage() {
  const [proof, setProof] = useState<Proof | null>(null);
  const open = useMutation(
    queries.partners.openVoucher.mutationOptions({
      onSuccess: (_, { code, pin }) => setProof({ code, pin }),
    }),
  );
  // Moves focus: the form has disappeared.
  const shell = useFocusNext<HTMLDivElement>(proof && open.data ? 'voucher' : 'proof');
  return (
    <main id="conteudo" className="shell py-8 sm:py-12">
      <div className="mx-auto grid max-w-lg grid-cols-[minmax(0,1fr)] gap-6">
        <header className="grid gap-2">
          <h1 className="text-3xl">Marcar a data do voucher</h1>
          <p className="text-ink-soft">
            Ganhou um serviço e não tem conta aqui? Combine o dia e a hora com o parceiro, com o código e o
            PIN do voucher impresso. Com conta, é em{' '}
            <Link to={links.ownVouchers()} className="text-link">
              Meus vouchers
            </Link>
            .
          </p>
        </header>
        <div ref={shell}>
          {proof && open.data ? (
            <OpenedVoucher voucher={open.data} proof={proof} onChanged={() => open.mutateAsync(proof)} />
          ) : (
            <ProofForm pending={open.isPending} error={open.error} onProve={(typed) => open.mutate(typed)} />
          )}
        </div>
      </div>
    </main>
  );
}

interface ProofFormProps {
  pending: boolean;
  error: Error | null;
  onProve: (proof: Proof) => void;
}

function ProofForm({ pending, error, onProve }: ProofFormProps) {
  const { register, handleSubmit, control } = useForm<Proof>({ defaultValues: { code: '', pin: '' } });
  const { code, pin } = useWatch({ control });
  return (
    <Card padded>
      <form className="grid gap-5" onSubmit={(event) => void handleSubmit(onProve)(event)}>
        <VoucherCodeField field={register('code')} placeholder="XXXX-XXXX-XXXX-XXXX" />
        <Field label="PIN" hint="Os quatro algarismos impressos no voucher.">
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            placeholder="0000"
            className="tabular"
            {...register('pin')}
          />
        </Field>
        {error && <FormError>{rejectionMessage(error)}</FormError>}
        <Button
          type="submit"
          disabled={!code?.trim() || !/^\d{4}$/.test(pin ?? '')}
          loading={pending}
          loadingText="Abrindo..."
        >
          Abrir o voucher
        </Button>
      </form>
    </Card>
  );
}

interface OpenedVoucherProps {
  voucher: CodeVoucher;
  proof: Proof;
  onChanged: () => Promise<unknown>;
}

function OpenedVoucher({ voucher, proof, onChanged }: OpenedVoucherProps) {
  const { partner, booking, bookingVersion: version, expiresAt } = voucher;
  const book = useMutation(
    queries.partners.bookByCode.mutationOptions({
      onSuccess: () => toast.success('O parceiro foi avisado.'),
      onError: (error) => toast.error(rejectionMessage(error)),
      // Also after a conflict, because the other side has changed the booking. A failed read keeps the last data.
      onSettled: () => onChanged().catch(() => undefined),
    }),
  );
  return (
    <Card padded className="grid gap-4">
      <h2 tabIndex={-1} className="text-xl break-words">
        {voucher.prizeName}
      </h2>
      <VoucherFacts partner={partner} date={{ label: 'Vale até', text: formatDate(expiresAt) }} />
      {partner.isPaused ? (
        <PartnerPaused companyName={partner.companyName} />
      ) : (
        <fieldset aria-label="Data do serviço" className="grid min-w-0 gap-2 border-t border-line pt-4">
          <h3 className="text-lg">Quando usar</h3>
          <BookingPanel
            side="winner"
            isAccountless
            booking={booking}
            expiresAt={expiresAt}
            pending={book.isPending}
            onAction={(action, onDone) =>
              book.mutate({ ...proof, version, action }, whenBookingSettles(onDone))
            }
          />
        </fieldset>
      )}
    </Card>
  );
}

interface VoucherRejection {
  reason: RedemptionRejection;
  at: string | null;
  attemptsLeft: number | null;
}

/** For the winner: the texts of the portal are for partners. */
function rejectionMessage(error: Error): string {
  if (!isApiError(error, 'VOUCHER_INVALID')) return bookingErrorMessage(error);
  const { reason, at, attemptsLeft } = (error as Error & { data: VoucherRejection }).data;
  switch (reason) {
    case 'wrong_pin':
      return `O PIN não é este: ${attemptsLeft === 1 ? 'resta 1 tentativa' : `restam ${attemptsLeft ?? 0} tentativas`}.`;
    case 'locked':
      return `Muitos PINs errados. Tente de novo${at ? ` depois de ${formatDateTime(at)}` : ' mais tarde'}.`;
    case 'used':
      return `Este voucher já foi usado${at ? ` em ${formatDateTime(at)}` : ''}.`;
    case 'expired':
      return `Este voucher venceu${at ? ` em ${formatDate(at)}` : ''}. Fale com o suporte.`;
    default:
      return 'Não encontramos um voucher impresso com este código. Confira letra por letra.';
  }
}
