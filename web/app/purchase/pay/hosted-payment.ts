import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { AFTER_PAYMENT_LINK_MS } from '@mare/domain/timings.ts';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';

/** @returns null if the browser blocks it */
export function openWaitingTab(): Window | null {
  const tab = window.open('about:blank', '_blank');
  if (tab) {
    tab.document.title = 'Abrindo o pagamento';
    tab.document.body.textContent =
      'Abrindo o pagamento. Com muita gente comprando, pode levar alguns instantes.';
  }
  return tab;
}

/**
 * Pays a reserved order on the provider's page, in a new tab. The click opens the tab synchronously, because browsers
 * block a popup after an await. The pending page follows in this tab.
 */
export function useHostedPayment(externalReference: string) {
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: (_tab: Window | null) => queries.orders.startHosted.call({ externalReference }),
    onSuccess: ({ url }, tab) => {
      if (tab) tab.location.href = url;
      setTimeout(() => void navigate(links.paymentPending(externalReference)), AFTER_PAYMENT_LINK_MS);
    },
    onError: (_error, tab) => tab?.close(),
  });
  return { start: () => start.mutate(openWaitingTab()), isPending: start.isPending, error: start.error };
}
