import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ShopSettings } from '@mare/contract/settings-admin.ts';
import { queries } from '../../api.ts';
import { sentenceFor } from '../../messages.ts';
import { pageMeta } from '../../page-meta.ts';
import { Badge } from '../../ui/badge.tsx';
import { ErrorState, Spinner } from '../../ui/states.tsx';
import { CitiesForm, SocialProofForm, TiersForm } from './setting-forms.tsx';
import { SettingSection, useSaveSetting } from './setting-section.tsx';

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
  const { formOf } = useSaveSetting();
  const { purchaseTiers, eligibleCities, socialProof } = settings;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <SettingSection
        title="Planos de compra"
        about="Aparecem em todas as rifas. Quem escolhe um plano ganha o bônus em cotas."
      >
        <TiersForm
          key={purchaseTiers.version}
          tiers={purchaseTiers.value}
          {...formOf(purchaseTiers.version)}
        />
      </SettingSection>
      <SettingSection
        title="Cidades participantes"
        about="Com estas começa cada rifa nova; as que já existem não mudam."
      >
        <CitiesForm
          key={eligibleCities.version}
          cities={eligibleCities.value}
          {...formOf(eligibleCities.version)}
        />
      </SettingSection>
      <SettingSection title="Prova social" about="O que a loja mostra sobre quem está comprando.">
        <SocialProofForm
          key={socialProof.version}
          mode={socialProof.value.mode}
          {...formOf(socialProof.version)}
        />
      </SettingSection>
      <SettingSection title="Instalação" about="Definida por quem hospeda o site; aqui só para consulta.">
        <Installation installation={settings.installation} />
      </SettingSection>
    </div>
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
