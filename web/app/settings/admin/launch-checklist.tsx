import { Link } from 'react-router';
import type { ShopState } from '@mare/contract/admin/settings-admin.ts';
import type { LaunchStep } from '@mare/domain/admin/launch-steps.ts';
import { Icon } from '../../ui/style/icons.tsx';
import { SETTINGS_SECTIONS, type SettingsSection } from '../../admin/sections/settings-sections.ts';
import { SettingSection } from './setting-section.tsx';

/** Instruction, and the section or page for it. A step without either is done outside the panel. */
const STEPS: Record<
  LaunchStep,
  { text: string; section?: SettingsSection; page?: { to: string; title: string } }
> = {
  brand: { text: 'Dê o nome e os textos da loja', section: 'marca' },
  organiser: { text: 'Diga quem organiza, com CNPJ e endereço', section: 'contatos' },
  support: { text: 'Ponha o e-mail do suporte', section: 'contatos' },
  privacy: { text: 'Ponha o e-mail de quem cuida dos dados pessoais', section: 'contatos' },
  payments: { text: 'Ligue um provedor de pagamentos de verdade: quem hospeda o site faz isso' },
  mail: { text: 'Ligue o envio de e-mails: quem hospeda o site faz isso' },
  team: { text: 'Convide uma segunda pessoa para a administração', section: 'equipe' },
  rifa: { text: 'Publique a primeira rifa', page: { to: '/admin/rifas', title: 'Rifas' } },
};

/** Steps left before the shop opens; empty once all are done. */
export function LaunchChecklist({ steps }: { steps: ShopState['launch'] }) {
  const missing = steps.filter(({ done }) => !done);
  if (missing.length === 0) return null;
  return (
    <SettingSection
      title="Antes de abrir a loja"
      about={`${steps.length - missing.length} de ${steps.length} passos prontos. Falta:`}
    >
      <ul className="grid gap-2">
        {missing.map(({ step }) => (
          <li key={step} className="flex items-start gap-2">
            <Icon name="alert" className="mt-1 size-4 shrink-0 text-warning" />
            <span>
              {STEPS[step].text}
              <Place {...STEPS[step]} />.
            </span>
          </li>
        ))}
      </ul>
    </SettingSection>
  );
}

function Place({ section, page }: (typeof STEPS)[LaunchStep]) {
  if (section)
    return (
      <>
        , em{' '}
        <a href={`#${section}`} className="text-link">
          {SETTINGS_SECTIONS[section]}
        </a>
      </>
    );
  if (page)
    return (
      <>
        , em{' '}
        <Link to={page.to} className="text-link">
          {page.title}
        </Link>
      </>
    );
  return null;
}
