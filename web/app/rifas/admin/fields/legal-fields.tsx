import { useFormContext } from 'react-hook-form';
import { Field, Input, Select, Textarea } from '../../../ui/form/field.tsx';
import type { RifaFields } from './rifa-fields.ts';

const CNPJ = /^[0-9A-Z]{12}[0-9]{2}$/;

/** Legal basis of the rifa. */
export function LegalFields() {
  const { register, watch, formState } = useFormContext<RifaFields>();
  const isUnauthorised = watch('route') === 'none';
  const { errors } = formState;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field label="Via legal" className="sm:col-span-2">
        <Select {...register('route')}>
          <option value="none">Sem autorização</option>
          <option value="spa_mf">Autorização da SPA/MF (Lei 5.768/1971)</option>
          <option value="capitalizacao">Título de capitalização (filantropia premiável)</option>
          <option value="state_lottery">Loteria estadual</option>
        </Select>
      </Field>
      {isUnauthorised && (
        <p className="rounded-md bg-warning-tint p-4 text-sm font-semibold text-warning sm:col-span-2">
          Vender rifa sem autorização é contravenção penal. Fora do ambiente de demonstração, ela não pode ser
          publicada assim.
        </p>
      )}
      <Field label="Número da autorização" optional={isUnauthorised}>
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
        <Input
          maxLength={18}
          {...register('organiserCnpj', {
            validate: (cnpj) =>
              cnpj.trim() === '' ||
              CNPJ.test(cnpj.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')) ||
              'O CNPJ tem 14 caracteres. Confira ou deixe em branco.',
          })}
        />
      </Field>
      <Field label="Impostos do prêmio" optional>
        <Input maxLength={500} {...register('taxNote')} />
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
