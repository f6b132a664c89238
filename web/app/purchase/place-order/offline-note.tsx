import { useOnline } from '../../fetching/use-online.ts';
import { NoNetwork } from '../../ui/no-network.tsx';

/** Beside the pay button, for as long as the browser has no network. */
export function OfflineNote({ className = '' }: { className?: string }) {
  return (
    <NoNetwork isOffline={!useOnline(true)} className={className}>
      O que você preencheu fica aqui. Pague quando a internet voltar.
    </NoNetwork>
  );
}
