import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShopSettings, ShopState } from '@mare/contract/admin/settings-admin.ts';
import { queries } from '../../api.ts';
import { SETTINGS_SECTIONS, type SettingsSection } from '../../admin/sections/settings-sections.ts';
import { SectionLinks } from '../../admin/sections/section-links.tsx';
import { useFocusSection } from '../../admin/sections/use-focus-section.ts';
import { TeamCard } from '../../admin/team/team-card.tsx';
import { ListLoading } from '../../ui/loading/list-loading.tsx';
import { ChargebackForm } from './chargeback-form.tsx';
import { CommissionsForm } from './commissions-form.tsx';
import { ContactsForm } from './contacts-form.tsx';
import { DeskForm } from './desk-form.tsx';
import { LaunchChecklist } from './launch-checklist.tsx';
import { BrandForm } from './brand-form.tsx';
import { CitiesForm, SocialProofForm, TiersForm } from './setting-forms.tsx';
import { ExcludedPeople } from './excluded-people.tsx';
import { LogoForm } from './logo-form.tsx';
import { PrizesForm } from './prizes-form.tsx';
import { ShopStateView } from './shop-state-view.tsx';
import { StandForm } from './stand-form.tsx';
import { AnnouncementForm, FeaturesForm } from './site-forms.tsx';
import { type FormOf, SettingSection, WithSettings } from './setting-section.tsx';

export default function AllSettings() {
  const state = useQuery({ ...queries.admin.settings.state.queryOptions(), staleTime: 0 });
  // A failed read that is repeated keeps the forms, which repeat it themselves.
  const [wasAnswered, setAnswered] = useState(false);
  if (!state.isPending && !wasAnswered) setAnswered(true);
  return (
    <>
      <h1 className="text-3xl">Configurações</h1>
      <WithSettings>
        {(settings, formOf) =>
          // Waits for the checklist, which would move the forms down.
          wasAnswered ? (
            <Forms settings={settings} formOf={formOf} launch={state.data?.launch ?? []} />
          ) : (
            <ListLoading />
          )
        }
      </WithSettings>
    </>
  );
}

const section = (id: SettingsSection) => ({ id, title: SETTINGS_SECTIONS[id] });

interface FormsProps {
  launch: ShopState['launch'];
  settings: ShopSettings;
  formOf: FormOf;
}

function Forms({ settings, formOf, launch }: FormsProps) {
  const { purchaseTiers, eligibleCities, socialProof, brand, announcement, features, contacts, prizes } =
    settings;
  const { chargeback, commissions, desk, stand } = settings;
  useFocusSection(true);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <LaunchChecklist steps={launch} />
      <SectionLinks sections={SETTINGS_SECTIONS} />
      <SettingSection
        {...section('planos')}
        about="Aparecem em todas as rifas. Quem escolhe um plano ganha o bônus em cotas."
      >
        <TiersForm {...formOf('purchase_tiers', purchaseTiers)} />
      </SettingSection>
      <SettingSection
        {...section('cidades')}
        about="Com estas começa cada rifa nova; as que já existem não mudam."
      >
        <CitiesForm {...formOf('eligible_cities', eligibleCities)} />
      </SettingSection>
      <SettingSection {...section('prova-social')} about="O que a loja mostra sobre quem está comprando.">
        <SocialProofForm {...formOf('social_proof', socialProof)} />
      </SettingSection>
      <SettingSection
        {...section('premios')}
        about="Prazo para pedir e impostos, com o que a lei deixa escolher."
      >
        <PrizesForm {...formOf('prizes', prizes)} />
      </SettingSection>
      <SettingSection
        {...section('comissoes')}
        about="O que afiliados e parceiros ganham, e quanto a comissão espera por uma contestação no cartão."
      >
        <CommissionsForm {...formOf('commissions', commissions)} />
        <ChargebackForm {...formOf('chargeback', chargeback)} />
      </SettingSection>
      <SettingSection
        {...section('impedidos')}
        about="Equipe, organizadores e outros impedidos pelo regulamento, por CPF. Vale para compras, presentes e vendas em dinheiro. Com alguém na lista, o CPF passa a ser pedido de todos."
      >
        <ExcludedPeople />
      </SettingSection>
      <SettingSection
        {...section('atendimento')}
        about="Quem recebe os tickets novos. Entra na vez quem liga “Estou atendendo” na fila."
      >
        <DeskForm {...formOf('desk', desk)} />
      </SettingSection>
      <SettingSection
        {...section('balcao')}
        about="Quem vende no balcão reserva números no celular e vende sem sinal. O que não vender volta sozinho."
      >
        <StandForm {...formOf('stand', stand)} />
      </SettingSection>
      <SettingSection {...section('equipe')} about="Quem entra no painel, e o que cada pessoa pode.">
        <TeamCard />
      </SettingSection>
      <SettingSection {...section('marca')} about="Aparecem em todas as páginas em poucos segundos.">
        <LogoForm logo={settings.logo} />
        <BrandForm {...formOf('brand', brand)} />
      </SettingSection>
      <SettingSection
        {...section('contatos')}
        about="Aparecem no rodapé, no suporte, nos termos e na política de privacidade. O que está vazio não aparece."
      >
        <ContactsForm {...formOf('contacts', contacts)} />
      </SettingSection>
      <SettingSection {...section('aviso')} about="Uma frase acima de todas as páginas.">
        <AnnouncementForm {...formOf('announcement', announcement)} />
      </SettingSection>
      <SettingSection
        {...section('partes')}
        about="O que está fechado é recusado também pelo servidor, com uma explicação para quem tenta."
      >
        <FeaturesForm {...formOf('features', features)} />
      </SettingSection>
      <SettingSection
        {...section('sistema')}
        about="Endereço, provedor e e-mail são definidos por quem hospeda o site."
      >
        <ShopStateView />
      </SettingSection>
    </div>
  );
}
