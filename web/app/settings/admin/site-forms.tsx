import { type FormEvent, useState } from 'react';
import { SITE_PATH } from '@mare/domain/site-path.ts';
import type { ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import { Field, Input, Switch } from '../../ui/form/field.tsx';
import { dateTimeText, readDateTime } from '../../admin/typed-values.ts';
import { SaveSetting, type SettingFormProps } from './setting-section.tsx';

export function AnnouncementForm({
  announcement,
  saving,
  onSave,
}: SettingFormProps & { announcement: ShopSettings['announcement']['value'] }) {
  const [text, setText] = useState(announcement.text);
  const [href, setHref] = useState(announcement.href);
  const [until, setUntil] = useState(dateTimeText(announcement.until));
  const isOwnPage = href === '' || SITE_PATH.test(href);
  function submit(event: FormEvent) {
    event.preventDefault();
    onSave({ key: 'announcement', value: { text: text.trim(), href, until: readDateTime(until) } });
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="Aviso" optional hint="Vazio: nenhum aviso.">
        <Input maxLength={200} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Leva à página"
          optional
          error={isOwnPage ? undefined : 'Uma página da loja, como /ranking.'}
        >
          <Input maxLength={200} value={href} onChange={(event) => setHref(event.target.value.trim())} />
        </Field>
        <Field label="Até quando" optional>
          <Input type="datetime-local" value={until} onChange={(event) => setUntil(event.target.value)} />
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
};

export function FeaturesForm({ open, saving, onSave }: SettingFormProps & { open: Features }) {
  const [chosen, setChosen] = useState(open);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSave({ key: 'features', value: chosen });
      }}
    >
      <div className="grid divide-y divide-line">
        {(Object.keys(features) as (keyof Features)[]).map((feature) => (
          <Switch
            key={feature}
            {...features[feature]}
            checked={chosen[feature]}
            onChange={(event) => setChosen({ ...chosen, [feature]: event.target.checked })}
          />
        ))}
      </div>
      <SaveSetting saving={saving}>Salvar partes abertas</SaveSetting>
    </form>
  );
}
