import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { formatDateTime } from '../../format.ts';
import { links } from '../../links.ts';
import { errorMessage } from '../../messages.ts';
import { requestConsent, useConsent } from '../../personalization/consent/consent-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** LGPD rights: data export and account deletion. */
export function PrivacyCard() {
  const [asking, setAsking] = useState(false);
  return (
    <section aria-labelledby="privacidade" className="grid gap-4">
      <h2 id="privacidade" className="text-2xl">
        Privacidade
      </h2>
      <Card padded className="grid gap-6">
        <ConsentChoice />
        <AcceptedTerms />
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6">
          <div className="max-w-md">
            <h3 className="font-bold">Baixar meus dados</h3>
            <p className="text-sm text-ink-soft">
              Um arquivo com tudo o que guardamos sobre você: perfil, pedidos, pagamentos, tickets e
              preferências.
            </p>
          </div>
          <ExportButton />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6">
          <div className="max-w-md">
            <h3 className="font-bold">Excluir minha conta</h3>
            <p className="text-sm text-ink-soft">
              Apaga seus dados pessoais para sempre. Pedidos e sorteios ficam registrados sem o seu nome, e um
              limite ou autoexclusão continua valendo para o seu CPF.
            </p>
          </div>
          <Button variant="danger" size="sm" onClick={() => setAsking(true)}>
            Excluir conta
          </Button>
        </div>
      </Card>
      <DeleteAccountDialog open={asking} onOpenChange={setAsking} />
    </section>
  );
}

function AcceptedTerms() {
  const { data } = useQuery(queries.accounts.terms.queryOptions());
  if (data === undefined) return null;
  return (
    <div className="border-t border-line pt-6">
      <h3 className="font-bold">Termos de Uso</h3>
      <p className="text-sm text-ink-soft">
        {data
          ? `Você aceitou a versão ${data.version} em ${formatDateTime(data.acceptedAt)}.`
          : 'Você os aceita com a próxima compra.'}{' '}
        <Link to={links.terms()} className="text-link">
          Ler os termos
        </Link>
      </p>
    </div>
  );
}

function ConsentChoice() {
  const stored = useConsent()?.stored;
  const allowed = [stored?.measurement && 'medição', stored?.marketing && 'marketing']
    .filter(Boolean)
    .join(' e ');
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div className="max-w-md">
        <h3 className="font-bold">Medição e marketing</h3>
        <p className="text-sm text-ink-soft">
          {stored
            ? `Escolhido em ${formatDateTime(stored.decidedAt)}: ${allowed ? `você permite ${allowed}` : 'só o necessário'}.`
            : 'Você ainda não escolheu: só guardamos o necessário.'}
        </p>
      </div>
      <Button variant="outline" size="sm" onClick={() => requestConsent()}>
        Mudar escolhas
      </Button>
    </div>
  );
}

function ExportButton() {
  const [working, setWorking] = useState(false);
  async function download() {
    setWorking(true);
    try {
      const data = await queries.accounts.exportOwnData.call();
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      saveFile('meus-dados-mare-da-sorte.json', file);
      toast.success('Seus dados foram baixados.');
    } catch (error) {
      toast.error(errorMessage(error));
    } finally {
      setWorking(false);
    }
  }
  return (
    <Button
      variant="outline"
      size="sm"
      loading={working}
      loadingText="Preparando..."
      onClick={() => void download()}
    >
      Baixar meus dados
    </Button>
  );
}
