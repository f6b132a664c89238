import { useWatch } from 'react-hook-form';
import { SITE_PATH } from '@mare/domain/site-path.ts';
import type { ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import { useHasPaymentPage } from '../../document/site-facts.ts';
import { DateInput } from '../../ui/form/date-input.tsx';
import { Switch } from '../../ui/form/checkbox.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { dateTimeText, readDateTime } from '../../admin/typed-values.ts';
import {
  SaveSetting,
  type SettingFormProps,
  type StoredSetting,
  useSettingForm,
} from './setting-section.tsx';

type Announcement = ShopSettings['announcement']['value'];

const announcementFieldsOf = ({ value: { text, href, until } }: StoredSetting<Announcement>) => ({
  text,
  href,
  until: dateTimeText(until),
});

export function AnnouncementForm(props: SettingFormProps<Announcement>) {
  const { register, onSubmit, control } = useSettingForm(
    props,
    announcementFieldsOf,
    ({ text, href, until }) => ({
      key: 'announcement',
      value: { text: text.trim(), href: href.trim(), until: readDateTime(until) },
    }),
  );
  const href = useWatch({ control, name: 'href' }).trim();
  const isOwnPage = href === '' || SITE_PATH.test(href);
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <Field label="Aviso" optional hint="Vazio: nenhum aviso.">
        <Input maxLength={200} {...register('text')} />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Leva à página"
          optional
          error={isOwnPage ? undefined : 'Uma página da loja, como /ranking.'}
        >
          <Input maxLength={200} {...register('href')} />
        </Field>
        <Field label="Até quando" optional>
          <DateInput withTime {...register('until')} />
        </Field>
      </div>
      <SaveSetting saving={props.saving} disabled={!isOwnPage}>
        Salvar aviso
      </SaveSetting>
    </form>
  );
}

type Features = ShopSettings['features']['value'];

const features: Record<keyof Features, { label: string; hint: string }> = {
  sales: { label: 'Vendas', hint: 'Novos pedidos. Os que já existem podem ser pagos.' },
  newsletter: { label: 'Newsletter', hint: 'Novas inscrições no rodapé.' },
  affiliates: { label: 'Afiliados', hint: 'Novas contas. Quem já é afiliado continua.' },
  partnerApplications: { label: 'Parceiros', hint: 'Pedidos de novos parceiros.' },
  groupPurchases: {
    label: 'Bolões',
    hint: 'Amigos compram cotas juntos, cada um paga a sua parte. Os bolões abertos continuam.',
  },
  pixOnPage: {
    label: 'Pix na própria página',
    hint: 'O código aparece ao pagar. Desligado, abre primeiro a página do MercadoPago.',
  },
  confirmedPhone: {
    label: 'Celular confirmado no segundo pedido',
    hint: 'A partir do segundo pedido, só compra quem confirmou o celular por SMS. O primeiro nunca espera.',
  },
};

const featureFieldsOf = ({ value }: StoredSetting<Features>): Features => value;

export function FeaturesForm(props: SettingFormProps<Features>) {
  const { register, onSubmit } = useSettingForm(props, featureFieldsOf, (value) => ({
    key: 'features',
    value,
  }));
  const hasPaymentPage = useHasPaymentPage();
  return (
    <form className="grid gap-4" onSubmit={onSubmit}>
      <div className="grid divide-y divide-line">
        {(Object.keys(features) as (keyof Features)[])
          .filter((feature) => feature !== 'pixOnPage' || hasPaymentPage)
          .map((feature) => (
            <Switch key={feature} {...features[feature]} {...register(feature)} />
          ))}
      </div>
      <SaveSetting saving={props.saving}>Salvar partes abertas</SaveSetting>
    </form>
  );
}
