import { useOnline } from '../../fetching/use-online.ts';
import { NoNetwork } from '../../ui/no-network.tsx';

/** Note next to the pay button while the browser is offline. */
export function OfflineNote({ className = '' }: { className?: string }) {
  return (
    <NoNetwork isOffline={!useOnline(true)} className={className}>
      O que você preencheu fica aqui. Pague quando a internet voltar.
    </NoNetwork>
  );
}
