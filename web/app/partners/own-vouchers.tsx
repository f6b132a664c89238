import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OwnVoucher } from '@mare/contract/partners/vouchers.ts';
import { formatVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { useOfflineCopy, useSaveForOffline } from '../orders/saved/use-saved-orders.ts';
import { queries } from '../api.ts';
import { formatDate, formatDateTime } from '../format.ts';
import { links } from '../links.ts';
import { errorMessage } from '../messages.ts';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { QrCode } from '../ui/data-display/qr-code.tsx';
import { ListLoading } from '../ui/loading/list-loading.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { OwnBooking } from './booking/own-booking.tsx';
import { PartnerPaused } from './partner-paused.tsx';
import { DownloadVoucher } from './download-voucher.tsx';
import { VoucherFacts } from './voucher-facts.tsx';
import { VoucherStatusBadge } from './voucher-status-badge.tsx';

/** Vouchers of the signed-in winner; offline, the last copy on this device. */
export default function OwnVouchers() {
  const list = useQuery({ ...queries.partners.myVouchers.queryOptions(), staleTime: 0 });
  useSaveForOffline('vouchers', list.data);
  const saved = useOfflineCopy('vouchers', list);
  if (saved && saved.rows.length > 0)
    return (
      <>
        <output className="mb-6 block rounded-md bg-sunken p-4">
          Você está sem internet: estes são os vouchers que este aparelho viu por último.
        </output>
        <VoucherList vouchers={saved.rows} offline />
      </>
    );
  if (list.isError && !list.data)
    return (
      <ErrorState title="Não foi possível carregar os vouchers." onRetry={() => list.refetch()}>
        {errorMessage(list.error)}
      </ErrorState>
    );
  if (!list.data) return <ListLoading />;
  if (list.data.length === 0)
    return (
      <EmptyState
        icon="gift"
        title="Você ainda não tem vouchers."
        action={<LinkButton to={links.home()}>Ver Rifas</LinkButton>}
      >
        Quem ganha um serviço recebe o voucher aqui.
      </EmptyState>
    );
  return <VoucherList vouchers={list.data} />;
}

function VoucherList({ vouchers, offline = false }: { vouchers: OwnVoucher[]; offline?: boolean }) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:grid-cols-2 xl:grid-cols-3">
      {vouchers.map((voucher) => (
        <li key={voucher.id} className="break-inside-avoid">
          <VoucherCard voucher={voucher} offline={offline} />
        </li>
      ))}
    </ul>
  );
}

function VoucherCard({ voucher, offline }: { voucher: OwnVoucher; offline: boolean }) {
  const { partner, rifa } = voucher;
  const isUsable = voucher.status === 'pending' && !voucher.isOnHold;
  const isWaiting = isUsable && partner.isPaused;
  return (
    <Card padded className="grid gap-4">
      <div className="flex items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1 break-words">
          <h2 className="text-xl">{voucher.prizeName}</h2>
          {rifa && (
            <p className="text-sm text-ink-soft">
              Sorteio de{' '}
              <Link to={links.draw(rifa.id)} className="text-link">
                {rifa.title}
              </Link>
            </p>
          )}
        </div>
        <VoucherStatusBadge status={voucher.status} />
      </div>
      {voucher.status === 'pending' && voucher.isOnHold && (
        <p className="rounded-md bg-sun-tint p-3 text-sm">
          O pagamento da cota que ganhou este voucher está em contestação ou foi devolvido. Até a decisão ele
          não pode ser usado:{' '}
          <Link to={links.support()} className="text-link">
            fale com a equipe
          </Link>
          .
          {voucher.isWaiting &&
            ' O prazo não corre enquanto isso: se o voucher voltar a valer, o tempo de espera é somado a ele, e você terá pelo menos sete dias.'}
        </p>
      )}
      {isUsable && <QrCode text={voucher.qrCodeData} label={`QR code do voucher ${voucher.prizeName}`} />}
      <p className="tabular text-center text-lg font-bold" data-voucher-code>
        {formatVoucherCode(voucher.voucherCode)}
      </p>
      {voucher.pin && (
        <p className="rounded-md bg-sunken p-3 text-center text-sm">
          Seu PIN:{' '}
          <strong className="tabular text-lg" data-voucher-pin>
            {voucher.pin}
          </strong>
          <span className="block text-ink-soft">Diga ao parceiro só na hora de usar o serviço.</span>
        </p>
      )}
      {voucher.pinLockedUntil && (
        <p className="rounded-md bg-warning-tint p-3 text-sm text-warning">
          O PIN foi errado muitas vezes no parceiro. O voucher volta a valer em{' '}
          {formatDateTime(voucher.pinLockedUntil)}.
        </p>
      )}
      <VoucherFacts
        partner={partner}
        date={
          voucher.validatedAt
            ? { label: 'Usado em', text: formatDateTime(voucher.validatedAt) }
            : {
                label: voucher.status === 'expired' ? 'Valeu até' : 'Vale até',
                text: voucher.isWaiting ? 'prazo parado até a decisão' : formatDate(voucher.expiresAt),
              }
        }
      />
      {voucher.status === 'expired' && (
        <p className="rounded-md bg-sunken p-3 text-sm">
          Este voucher não vale mais. Se algo impediu você de usar,{' '}
          <Link to={links.support()} className="text-link">
            fale com a equipe
          </Link>
          .
        </p>
      )}
      {offline && voucher.booking?.state === 'booked' && (
        <p className="font-semibold">Marcado para {formatDateTime(voucher.booking.bookedFor!)}.</p>
      )}
      {isWaiting && <PartnerPaused companyName={partner.companyName} />}
      {isUsable && !isWaiting && !offline && <OwnBooking voucher={voucher} />}
      {isUsable && !offline && (
        <DownloadVoucher read={() => queries.partners.voucherPdf.call({ id: voucher.id })}>
          Baixar voucher<span className="sr-only">: {voucher.prizeName}</span>
        </DownloadVoucher>
      )}
    </Card>
  );
}
