import type { ShopState } from '@mare/contract/admin/settings-admin.ts';
import type { LaunchStep } from '@mare/domain/admin/launch-steps.ts';
import { Icon } from '../../ui/style/icons.tsx';
import { SettingSection } from './setting-section.tsx';

/** What to do, and where. */
const STEPS: Record<LaunchStep, string> = {
  brand: 'Dê o nome e os textos da loja, em Marca e textos.',
  organiser: 'Diga quem organiza, com CNPJ e endereço, em Contatos, redes e selos.',
  support: 'Ponha o e-mail do suporte, em Contatos, redes e selos.',
  privacy: 'Ponha o e-mail de quem cuida dos dados pessoais, em Contatos, redes e selos.',
  payments: 'Ligue um provedor de pagamentos de verdade: quem hospeda o site faz isso.',
  mail: 'Ligue o envio de e-mails: quem hospeda o site faz isso.',
  team: 'Convide uma segunda pessoa para a administração, em Equipe.',
  rifa: 'Publique a primeira rifa.',
};

/** What is missing before the shop opens; nothing once all is done. */
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
            {STEPS[step]}
          </li>
        ))}
      </ul>
    </SettingSection>
  );
}
