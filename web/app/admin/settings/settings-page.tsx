import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import type { SettingChange, ShopSettings } from '@mare/contract/settings-admin.ts';
import { queries } from '../../api.ts';
import { sentenceFor } from '../../messages.ts';
import { pageMeta } from '../../page-meta.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState, Spinner } from '../../ui/states.tsx';
import { CitiesForm, SocialProofForm, TiersForm } from './setting-forms.tsx';

export const meta = pageMeta({
  title: 'Configurações',
  description: 'O que vale para toda a loja.',
  index: false,
});

export default function SettingsPage() {
  const settings = useQuery({ ...queries.admin.settings.read.queryOptions(), staleTime: 0 });
  return (
    <>
      <h1 className="text-3xl">Configurações</h1>
      {settings.isError && (
        <ErrorState title="Erro ao carregar dados administrativos" onRetry={() => void settings.refetch()}>
          {sentenceFor(settings.error)}
        </ErrorState>
      )}
      {settings.isPending && <Spinner className="min-h-[40svh]" />}
      {settings.data && <Forms settings={settings.data} />}
    </>
  );
}

function Forms({ settings }: { settings: ShopSettings }) {
  const client = useQueryClient();
  const save = useMutation(
    queries.admin.settings.save.mutationOptions({
      onSuccess: async () => {
        toast.success('Configuração salva.');
        await client.invalidateQueries();
      },
      onError: (error) => toast.error(sentenceFor(error)),
    }),
  );
  const change = (version: number) => (next: SettingChange) => save.mutate({ version, change: next });
  const { purchaseTiers, eligibleCities, socialProof } = settings;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Section
        title="Planos de compra"
        about="Aparecem em todas as rifas. Quem escolhe um plano ganha o bônus em cotas."
      >
        <TiersForm
          key={purchaseTiers.version}
          tiers={purchaseTiers.value}
          saving={save.isPending}
          onSave={change(purchaseTiers.version)}
        />
      </Section>
      <Section
        title="Cidades participantes"
        about="Com estas começa cada rifa nova; as que já existem não mudam."
      >
        <CitiesForm
          key={eligibleCities.version}
          cities={eligibleCities.value}
          saving={save.isPending}
          onSave={change(eligibleCities.version)}
        />
      </Section>
      <Section title="Prova social" about="O que a loja mostra sobre quem está comprando.">
        <SocialProofForm
          key={socialProof.version}
          mode={socialProof.value.mode}
          saving={save.isPending}
          onSave={change(socialProof.version)}
        />
      </Section>
      <Section title="Instalação" about="Definida por quem hospeda o site; aqui só para consulta.">
        <Installation installation={settings.installation} />
      </Section>
    </div>
  );
}

function Section({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <h2 className="text-xl">{title}</h2>
        <p className="text-sm text-ink-soft">{about}</p>
      </div>
      {children}
    </Card>
  );
}

const mails = { smtp: 'Servidor de e-mail', mailbox: 'Pasta de demonstração', none: 'Desligado' };

function Installation({ installation }: { installation: ShopSettings['installation'] }) {
  const { demo, publicUrl, payments, paymentsAvailable, mail } = installation;
  const facts: [string, ReactNode][] = [
    ['Endereço', publicUrl],
    ['Ambiente', demo ? 'Demonstração' : 'Produção'],
    [
      'Pagamentos',
      <span key="payments" className="flex flex-wrap items-center gap-2">
        {payments === 'mercadopago' ? 'MercadoPago' : 'Simulador'}
        <Badge tone={paymentsAvailable ? 'success' : 'danger'}>
          {paymentsAvailable ? 'Respondendo' : 'Fora do ar'}
        </Badge>
      </span>,
    ],
    ['E-mail', mails[mail]],
  ];
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
          <dd className="break-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
