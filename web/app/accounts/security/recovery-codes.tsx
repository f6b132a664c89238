import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { useShopName } from '../../document/site-facts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { copyText } from '../../ui/copy.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { ErrorState, FormError, Skeleton } from '../../ui/states.tsx';
import { createRecoveryCodes, ownPasskeys, ownRecoveryCodes } from './passkeys.ts';
import { ownFactors } from './second-factor.ts';
import { useReloadSecurity } from './use-reload-security.ts';

/** Offers recovery codes to accounts with a second factor or a passkey. New codes are shown once. */
export function RecoveryCodes() {
  const factors = useQuery(ownFactors);
  const passkeys = useQuery(ownPasskeys);
  const hasFactor = (factors.data?.length ?? 0) + (passkeys.data?.length ?? 0) > 0;
  if (!hasFactor) return null;
  return (
    <section aria-labelledby="codigos" className="grid gap-4">
      <h2 id="codigos" className="text-2xl">
        Códigos de recuperação
      </h2>
      <CodesCard />
    </section>
  );
}

function CodesCard() {
  const left = useQuery(ownRecoveryCodes);
  const reload = useReloadSecurity();
  const [codes, setCodes] = useState<string[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  if (left.isError && left.data === undefined)
    return <ErrorState title="Não foi possível carregar." onRetry={() => left.refetch()} />;
  if (left.data === undefined) return <Skeleton className="h-24" />;
  async function create() {
    setWorking(true);
    const created = await createRecoveryCodes();
    setWorking(false);
    setError(typeof created === 'string' ? created : null);
    if (typeof created !== 'string') setCodes(created);
    await reload();
  }
  return (
    <Card padded className="grid gap-4">
      <p className="text-ink-soft">
        Se você perder o celular, um código destes abre a sua conta no lugar dele. Cada código vale uma vez.
      </p>
      <LiveRegion>{codes ? <NewCodes codes={codes} /> : <CodesLeft left={left.data} />}</LiveRegion>
      <FormError>{error}</FormError>
      <Button
        variant={left.data === null ? 'primary' : 'outline'}
        className="justify-self-start"
        loading={working}
        onClick={() => void create()}
      >
        {left.data === null ? 'Criar códigos' : 'Criar códigos novos'}
      </Button>
      {left.data !== null && (
        <p className="text-sm text-ink-soft">Com códigos novos, os anteriores deixam de valer.</p>
      )}
    </Card>
  );
}

function CodesLeft({ left }: { left: number | null }) {
  if (left === null) return <p className="font-semibold">Você ainda não tem códigos. Crie e guarde agora.</p>;
  if (left === 0) return <p className="font-semibold text-danger">Você usou todos os seus códigos.</p>;
  return (
    <p className="font-semibold text-sea">{left === 1 ? 'Resta 1 código.' : `Restam ${left} códigos.`}</p>
  );
}

function NewCodes({ codes }: { codes: string[] }) {
  const shopName = useShopName();
  const text = `Códigos de recuperação da ${shopName}\nCada um vale uma vez.\n\n${codes.join('\n')}\n`;
  async function copy() {
    if (await copyText(text)) toast.success('Códigos copiados!');
    else toast.error('Não foi possível copiar. Baixe ou anote os códigos.');
  }
  return (
    <div className="grid gap-4">
      <p className="font-semibold">Guarde estes códigos agora, fora do celular: eles não aparecem de novo.</p>
      <ol className="tabular grid grid-cols-1 gap-2 rounded-md bg-sunken p-4 font-semibold min-[400px]:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" icon="copy" onClick={() => void copy()}>
          Copiar códigos
        </Button>
        <Button
          size="sm"
          variant="outline"
          onClick={() => saveFile('codigos-de-recuperacao.txt', new Blob([text], { type: 'text/plain' }))}
        >
          Baixar códigos
        </Button>
      </div>
    </div>
  );
}
