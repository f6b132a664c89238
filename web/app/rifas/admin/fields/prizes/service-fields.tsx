import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { choosePartner } from '@mare/domain/partners/choose-partner.ts';
import { queries } from '../../../../api.ts';
import { Field, Input } from '../../../../ui/form/field.tsx';
import type { RifaFields } from '../rifa-fields.ts';

const MISSING = 'O voucher de quem ganhar depende disto.';

/** Description, place and partner of a service prize. */
export function ServiceFields({ index }: { index: number }) {
  const kinds = useId();
  const { register, watch, formState } = useFormContext<RifaFields>();
  const errors = formState.errors.prizes?.[index];
  const partners = useQuery(
    queries.admin.partners.queryOptions({ input: { status: 'active', search: '', sort: 'newest', page: 1 } }),
  );
  const rows = partners.data?.rows ?? [];
  const [{ name, serviceType, serviceCity }, state] = watch([`prizes.${index}`, 'eligibleState']);
  const prize = {
    name,
    serviceType: serviceType.trim(),
    serviceCity: serviceCity.trim(),
    serviceState: state,
  };
  const chosen = choosePartner(prize, rows);
  const partner = rows.find(({ id }) => id === chosen?.partnerId);
  const isAsked = prize.serviceType !== '' && prize.serviceCity !== '';
  return (
    <>
      <Field
        label="Tipo de serviço"
        hint="Nas palavras do parceiro, como massagem."
        error={errors?.serviceType?.message}
      >
        <Input
          maxLength={60}
          list={kinds}
          {...register(`prizes.${index}.serviceType`, { validate: (text) => text.trim() !== '' || MISSING })}
        />
      </Field>
      <datalist id={kinds}>
        {[...new Set(rows.flatMap((row) => row.serviceTypes))].map((kind) => (
          <option key={kind}>{kind}</option>
        ))}
      </datalist>
      <Field label="Cidade do serviço" error={errors?.serviceCity?.message}>
        <Input
          maxLength={80}
          {...register(`prizes.${index}.serviceCity`, { validate: (text) => text.trim() !== '' || MISSING })}
        />
      </Field>
      {isAsked && partners.data && !(partners.data.hasMore && !partner) && (
        <p aria-live="polite" className="text-sm text-ink-soft sm:col-span-2">
          {partner
            ? `Quem ganhar recebe um voucher de ${partner.companyName}.`
            : 'Nenhum parceiro ativo oferece este serviço nesta cidade: o voucher espera até haver um.'}
        </p>
      )}
    </>
  );
}
