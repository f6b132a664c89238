import { useFormContext } from 'react-hook-form';
import { isValidCnpj, normalizeCnpj } from '@mare/domain/rifas/legal/cnpj.ts';
import { ROUTE_RULES, routeLabels } from '@mare/domain/rifas/legal/legal-routes.ts';
import { formatInteger } from '../../../format.ts';
import { DateInput } from '../../../ui/form/date-input.tsx';
import { Field, Input, Options, Select, Textarea } from '../../../ui/form/field.tsx';
import type { RifaFields } from './rifa-fields.ts';

/** Legal basis of the rifa. */
export function LegalFields() {
  const { register, watch, formState } = useFormContext<RifaFields>();
  const route = watch('route');
  const isUnauthorised = route === 'none';
  const rule = ROUTE_RULES[route];
  const { errors } = formState;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field label="Via legal" className="sm:col-span-2">
        <Select {...register('route')}>
          <Options labels={routeLabels} />
        </Select>
      </Field>
      {isUnauthorised && (
        <p className="rounded-md bg-warning-tint p-4 text-sm font-semibold text-warning sm:col-span-2">
          Vender rifa sem autorização é contravenção penal. Fora do ambiente de demonstração, ela não pode ser
          publicada assim.
        </p>
      )}
      {rule.maxNumbers !== null && (
        <p className="rounded-md bg-sunken p-4 text-sm sm:col-span-2">
          Nesta via, uma rifa é uma série de no máximo {formatInteger(rule.maxNumbers)} números; o prêmio pode
          ser pedido por {rule.claimDays} dias e, depois, o valor vai ao Tesouro Nacional.
        </p>
      )}
      <Field
        label={route === 'capitalizacao' ? 'Número do processo SUSEP' : 'Número da autorização'}
        optional={isUnauthorised}
      >
        <Input maxLength={60} {...register('authorisationNumber')} />
      </Field>
      <Field label="Organizador" optional={isUnauthorised}>
        <Input maxLength={120} {...register('organiserName')} />
      </Field>
      <Field
        label="CNPJ do organizador"
        optional={isUnauthorised}
        error={errors.organiserCnpj?.message}
        hint="Aceita também o CNPJ com letras."
      >
        <Input maxLength={18} {...register('organiserCnpj', { validate: isBlankOrCnpj })} />
      </Field>
      <Field label="Imposto do prêmio" optional hint="Em branco, vale o texto das Configurações.">
        <Input maxLength={500} {...register('taxNote')} />
      </Field>
      <Field label="Autorização válida de" optional={!rule.hasValidity}>
        <DateInput {...register('validFrom')} />
      </Field>
      <Field
        label="Até"
        optional={!rule.hasValidity}
        hint="Tem de cobrir da primeira venda ao dia do sorteio."
      >
        <DateInput {...register('validUntil')} />
      </Field>
      <Field label="Entidade beneficiada" optional={!rule.hasBeneficiary}>
        <Input maxLength={120} {...register('beneficiaryName')} />
      </Field>
      <Field label="CNPJ da entidade" optional error={errors.beneficiaryCnpj?.message}>
        <Input maxLength={18} {...register('beneficiaryCnpj', { validate: isBlankOrCnpj })} />
      </Field>
      <Field
        label="Regulamento"
        optional={isUnauthorised}
        hint="Quem compra aceita exatamente este texto: ele recebe um código de verificação e não muda mais."
        className="sm:col-span-2"
      >
        <Textarea rows={8} maxLength={50_000} {...register('regulation')} />
      </Field>
    </div>
  );
}

function isBlankOrCnpj(typed: string): true | string {
  const cnpj = normalizeCnpj(typed);
  return (
    cnpj === '' || isValidCnpj(cnpj) || 'Este CNPJ não confere: veja os 14 caracteres, ou deixe em branco.'
  );
}
