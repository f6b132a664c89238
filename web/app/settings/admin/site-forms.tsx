import { useForm, useWatch } from 'react-hook-form';
import { SITE_PATH } from '@mare/domain/site-path.ts';
import type { ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import { useHasPaymentPage } from '../../document/site-facts.ts';
import { DateInput } from '../../ui/form/date-input.tsx';
import { Switch } from '../../ui/form/checkbox.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { dateTimeText, readDateTime } from '../../admin/typed-values.ts';
import { SaveSetting, type SettingFormProps } from './setting-section.tsx';

export function AnnouncementForm({
  announcement,
  saving,
  onSave,
}: SettingFormProps & { announcement: ShopSettings['announcement']['value'] }) {
  const { text, until } = announcement;
  const { register, handleSubmit, control } = useForm({
    defaultValues: { text, href: announcement.href, until: dateTimeText(until) },
  });
  const href = useWatch({ control, name: 'href' }).trim();
  const isOwnPage = href === '' || SITE_PATH.test(href);
  const submit = handleSubmit((fields) =>
    onSave({
      key: 'announcement',
      value: { text: fields.text.trim(), href, until: readDateTime(fields.until) },
    }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
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
      <SaveSetting saving={saving} disabled={!isOwnPage}>
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

export function FeaturesForm({ open, saving, onSave }: SettingFormProps & { open: Features }) {
  const { register, handleSubmit } = useForm({ defaultValues: open });
  const hasPaymentPage = useHasPaymentPage();
  const submit = handleSubmit((value) => onSave({ key: 'features', value }));
  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <div className="grid divide-y divide-line">
        {(Object.keys(features) as (keyof Features)[])
          .filter((feature) => feature !== 'pixOnPage' || hasPaymentPage)
          .map((feature) => (
            <Switch key={feature} {...features[feature]} {...register(feature)} />
          ))}
      </div>
      <SaveSetting saving={saving}>Salvar partes abertas</SaveSetting>
    </form>
  );
}
