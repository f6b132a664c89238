/** The frame of the three screens after a payment. What they say comes from the order, never from the address. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { queries } from '../api.ts';
import { classNames } from '../ui/class-names.ts';
import { Card } from '../ui/card.tsx';
import { Icon, type IconName } from '../ui/icons.tsx';

const POLL_MS = 2000;

/** The order that the address names, looked at again every two seconds while it waits for money. */
export function useOrderOfAddress() {
  const [search] = useSearchParams();
  const externalReference = digitsOrWord(search.get('external_reference'));
  const order = useQuery({
    ...queries.orders.page.queryOptions({ input: { externalReference: externalReference ?? '' } }),
    enabled: externalReference !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? POLL_MS : false),
  });
  return { externalReference, order, paymentId: paymentId(search.get('payment_id')) };
}

/** The provider writes the text `null` when there is no payment yet. */
function paymentId(text: string | null): string | null {
  return text && /^\d{1,30}$/.test(text) ? text : null;
}

function digitsOrWord(text: string | null): string | null {
  return text && /^[A-Za-z0-9_-]{16,64}$/.test(text) ? text : null;
}

interface ResultScreenProps {
  tone: 'success' | 'sun' | 'danger';
  icon: IconName;
  title: string;
  paymentId: string | null;
  children: ReactNode;
  action: ReactNode;
}

const tones = {
  success: 'bg-success-tint text-success',
  sun: 'bg-sun text-on-sun',
  danger: 'bg-danger-tint text-danger',
};

export function ResultScreen({ tone, icon, title, paymentId, children, action }: ResultScreenProps) {
  return (
    <main id="conteudo" className="shell grid justify-items-center py-10 sm:py-16">
      <Card padded className="grid w-full max-w-lg justify-items-center gap-4 text-center">
        <span className={classNames('grid size-20 place-items-center rounded-full', tones[tone])}>
          <Icon name={icon} className="size-10" />
        </span>
        <h1 className="text-2xl">{title}</h1>
        <div className="grid gap-3 text-ink-soft">{children}</div>
        {paymentId && (
          <p className="text-sm text-ink-soft">
            Pagamento <span className="tabular font-semibold text-ink">{paymentId}</span>
          </p>
        )}
        <div className="mt-2 flex w-full flex-col gap-3 sm:flex-row sm:justify-center">{action}</div>
      </Card>
    </main>
  );
}
