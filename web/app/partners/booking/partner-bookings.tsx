import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { PartnerBooking } from '@mare/contract/partners/bookings.ts';
import { queries } from '../../api.ts';
import { formatDate } from '../../format.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { bookingErrorMessage, whenBookingSettles } from './booking-conflict.ts';
import { BookingPanel } from './booking-panel.tsx';

/** Dates to agree on and agreed ones. Empty for a partner without any. */
export function PartnerBookings() {
  const list = useQuery({ ...queries.partners.bookings.queryOptions(), staleTime: 0 });
  if (list.isError && !list.data)
    return <ErrorState title="Não foi possível carregar as datas." onRetry={() => list.refetch()} />;
  if (!list.data || list.data.length === 0) return null;
  return (
    <section aria-labelledby="bookings-title" className="grid gap-4">
      <h2 id="bookings-title" className="text-2xl">
        Datas combinadas
      </h2>
      <ul className="grid gap-4 lg:grid-cols-2">
        {list.data.map((one) => (
          <li key={one.id}>
            <BookingCard one={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function BookingCard({ one }: { one: PartnerBooking }) {
  const cache = useQueryClient();
  const { id, booking, bookingVersion: version, expiresAt } = one;
  const respond = useMutation(
    queries.partners.answerBooking.mutationOptions({
      onSuccess: () => toast.success('Quem ganhou foi avisado.'),
      onError: (error) => toast.error(bookingErrorMessage(error)),
      onSettled: () => cache.invalidateQueries({ queryKey: queries.partners.key() }),
    }),
  );
  return (
    <Card padded className="grid h-full content-start gap-3">
      <h3 className="text-lg break-words">{one.prizeName}</h3>
      <p className="text-sm text-ink-soft">
        {one.winner} · {one.serviceType} · vale até {formatDate(expiresAt)}
      </p>
      {one.isOnHold && (
        <p className="rounded-md bg-sun-tint p-3 text-sm">
          O pagamento deste prêmio espera uma decisão da nossa equipe. Até lá o voucher não é aceito: não
          preste o serviço ainda. Avisamos por e-mail quando ele voltar a valer.
        </p>
      )}
      <BookingPanel
        side="partner"
        prizeName={`${one.prizeName}, de ${one.winner}`}
        booking={booking}
        expiresAt={expiresAt}
        pending={respond.isPending}
        onAction={(action, onDone) => respond.mutate({ id, version, action }, whenBookingSettles(onDone))}
      />
    </Card>
  );
}
