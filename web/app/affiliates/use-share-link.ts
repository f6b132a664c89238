import { useQuery } from '@tanstack/react-query';
import type { ShareLink } from '@mare/contract/affiliates/share-links.ts';
import { queries } from '../api.ts';
import { formatCount } from '../format.ts';
import { useSession } from '../session/session.ts';

/** The signed-in person's own link to a rifa; undefined for visitors, and while it loads. */
export function useShareLink(rifaId: string): ShareLink | undefined {
  const session = useSession();
  const isSignedIn = session.status === 'signed-in';
  const { data } = useQuery({
    queryKey: ['share-link', rifaId, isSignedIn && session.userId],
    queryFn: () => queries.affiliates.shareLink.call({ id: rifaId }),
    enabled: isSignedIn,
  });
  return data;
}

/** Result of sharing the link. */
export function sharedSentence({ visits, paidOrders }: Pick<ShareLink, 'visits' | 'paidOrders'>): string {
  if (visits === 0 && paidOrders === 0)
    return 'Este link é só seu: aqui você vê quantas pessoas vieram por ele.';
  return `Pelo seu link: ${formatCount(visits, 'visita', 'visitas')} e ${formatCount(paidOrders, 'compra paga', 'compras pagas')}.`;
}
