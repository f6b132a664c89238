import type { SettingChange, ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import { formatCnpj, isValidCnpj, normalizeCnpj } from '@mare/domain/rifas/legal/cnpj.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';
import {
  SaveSetting,
  type SettingFormProps,
  type StoredSetting,
  useSettingForm,
} from './setting-section.tsx';

type Contacts = ShopSettings['contacts']['value'];

const BRAZIL = '55';
const NETWORKS = { instagram: 'Instagram', facebook: 'Facebook', twitter: 'Twitter' } as const;

const isHttpsUrl = (text: string) =>
  text.trim() === '' || /^https:\/\/\S+\.\S+$/.test(text.trim()) || 'O endereço todo, com https://';

const isEmail = (text: string) =>
  text.trim() === '' || /^\S+@\S+\.\S+$/.test(text.trim()) || 'Confira o e-mail.';

const fieldsOf = ({ value }: StoredSetting<Contacts>) => ({
  ...value,
  whatsApp: formatPhone(value.whatsApp),
  cnpj: value.cnpj && formatCnpj(value.cnpj),
  badges: value.badges.join('\n'),
});

function changeOf(fields: ReturnType<typeof fieldsOf>): SettingChange {
  const { whatsApp, badges, hours, email, cnpj, organiser, address, privacyEmail, ...networks } = fields;
  return {
    key: 'contacts',
    value: {
      email: email.trim(),
      whatsApp: storedPhone(whatsApp),
      hours: hours.trim(),
      instagram: networks.instagram.trim(),
      facebook: networks.facebook.trim(),
      twitter: networks.twitter.trim(),
      badges: linesOf(badges),
      organiser: organiser.trim(),
      cnpj: normalizeCnpj(cnpj),
      address: address.trim(),
      privacyEmail: privacyEmail.trim(),
    },
  };
}

/** Organiser, contacts, networks and trust badges. An empty field is not shown in the shop. */
export function ContactsForm(props: SettingFormProps<Contacts>) {
  const { register, onSubmit, formState } = useSettingForm(props, fieldsOf, changeOf);
  const { errors } = formState;
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Quem organiza" optional hint="Nome ou razão social, nos termos e na privacidade.">
          <Input maxLength={120} {...register('organiser')} />
        </Field>
        <Field label="CNPJ" optional error={errors.cnpj?.message}>
          <Input
            maxLength={18}
            autoComplete="off"
            {...register('cnpj', {
              validate: (cnpj) => cnpj.trim() === '' || isValidCnpj(normalizeCnpj(cnpj)) || 'Confira o CNPJ.',
            })}
          />
        </Field>
        <Field label="Endereço" optional className="sm:col-span-2">
          <Input maxLength={200} {...register('address')} />
        </Field>
        <Field label="E-mail" optional error={errors.email?.message}>
          <Input type="email" maxLength={255} {...register('email', { validate: isEmail })} />
        </Field>
        <Field
          label="E-mail para dados pessoais"
          optional
          hint="De quem cuida dos dados (LGPD). Sem ele, vale o e-mail acima."
          error={errors.privacyEmail?.message}
        >
          <Input type="email" maxLength={255} {...register('privacyEmail', { validate: isEmail })} />
        </Field>
        <Field label="WhatsApp com DDD" optional error={errors.whatsApp?.message}>
          <Input
            inputMode="tel"
            maxLength={30}
            {...register('whatsApp', {
              validate: (phone) =>
                storedPhone(phone) === '' ||
                /^55\d{10,11}$/.test(storedPhone(phone)) ||
                'Confira o número com DDD.',
            })}
          />
        </Field>
        <Field
          label="Horário de atendimento"
          optional
          hint="Uma linha por horário."
          className="sm:col-span-2"
        >
          <Textarea rows={3} maxLength={300} {...register('hours')} />
        </Field>
        {(Object.keys(NETWORKS) as (keyof typeof NETWORKS)[]).map((network) => (
          <Field key={network} label={NETWORKS[network]} optional error={errors[network]?.message}>
            <Input
              type="url"
              maxLength={200}
              placeholder="https://"
              {...register(network, { validate: isHttpsUrl })}
            />
          </Field>
        ))}
        <Field
          label="Selos"
          optional
          hint="Um por linha, no máximo 6 de até 40 letras. Só o que a loja pode provar."
          error={errors.badges?.message}
          className="sm:col-span-2"
        >
          <Textarea
            rows={3}
            maxLength={300}
            {...register('badges', {
              validate: (badges) =>
                (linesOf(badges).length <= 6 && linesOf(badges).every((badge) => badge.length <= 40)) ||
                'No máximo 6 selos, de até 40 letras cada.',
            })}
          />
        </Field>
      </div>
      <SaveSetting saving={props.saving}>Salvar contatos</SaveSetting>
    </form>
  );
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Digits with the country's code; empty for none. */
function storedPhone(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '');
  return digits.length === 10 || digits.length === 11 ? BRAZIL + digits : digits;
}
