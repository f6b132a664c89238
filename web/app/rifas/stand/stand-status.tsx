import { links } from '../../links.ts';
import { Button } from '../../ui/button.tsx';
import { standStatusText } from './sale-labels.ts';
import { isUnreadable, requestSending, type StoredSale } from './stand-store.ts';
import { useOnline, useReadiness } from './use-stand.ts';

/** Whether the stand works without a network, and how many sales are queued. */
export function StandStatus({ sales }: { sales: readonly StoredSale[] }) {
  const online = useOnline();
  const readiness = useReadiness(links.stand());
  const queued = sales.filter(({ state }) => state === 'queued');
  const isPaused = queued.some(({ waiting }) => waiting === 'PAUSED');
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <output className="font-semibold">
        {standStatusText(sales)}
        {!online && ' · sem internet'}
      </output>
      {queued.length > 0 && (
        <p className="text-sm text-ink-soft">
          {isPaused
            ? 'As vendas da rifa estão pausadas. O celular tenta de novo sozinho.'
            : sendingText(online, queued.every(isUnreadable))}
        </p>
      )}
      {queued.length > 0 && online && (
        <Button
          variant="outline"
          size="sm"
          icon="refresh"
          className="justify-self-start"
          onClick={() => void requestSending()}
        >
          Enviar agora
        </Button>
      )}
      <p className="text-sm text-ink-soft">
        {readiness === 'ready' && 'Este celular já vende sem internet. Guarde esta página nos favoritos.'}
        {readiness === 'checking' &&
          (online
            ? 'Guardando a página neste celular. Fique com internet mais um pouco.'
            : 'Conferindo o celular.')}
        {readiness === 'impossible' && 'Este navegador não guarda a página. Venda com internet.'}
      </p>
    </div>
  );
}

function sendingText(online: boolean, isUnread: boolean): string {
  if (!online) return 'Guardadas neste celular. Vão sozinhas quando a internet voltar.';
  return isUnread
    ? 'Guardadas neste celular: a loja não conseguiu ler o que falta enviar.'
    : 'Enviando. Se demorar, toque em Enviar agora.';
}
