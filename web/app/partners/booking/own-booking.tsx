import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { OwnVoucher } from '@mare/contract/partners/vouchers.ts';
import { queries } from '../../api.ts';
import { bookingErrorMessage, whenBookingSettles } from './booking-conflict.ts';
import { BookingPanel } from './booking-panel.tsx';

/** The date of one of the caller's vouchers. */
export function OwnBooking({ voucher }: { voucher: OwnVoucher }) {
  const cache = useQueryClient();
  const { id, booking, bookingVersion: version, expiresAt } = voucher;
  const book = useMutation(
    queries.partners.bookVoucher.mutationOptions({
      onSuccess: () => toast.success('O parceiro foi avisado.'),
      onError: (error) => toast.error(bookingErrorMessage(error)),
      onSettled: () => cache.invalidateQueries({ queryKey: queries.partners.key() }),
    }),
  );
  return (
    <fieldset
      aria-label={`Data do serviço: ${voucher.prizeName}`}
      className="grid min-w-0 gap-2 border-t border-line pt-4"
    >
      <h3 className="text-lg">Quando usar</h3>
      <BookingPanel
        side="winner"
        prizeName={voucher.prizeName}
        booking={booking}
        expiresAt={expiresAt}
        pending={book.isPending}
        onAction={(action, onDone) => book.mutate({ id, version, action }, whenBookingSettles(onDone))}
      />
    </fieldset>
  );
}
