import {
  type CommissionTerms,
  formatRate,
  MAX_AFFILIATE_RATE,
  MAX_VOUCHER_CENTAVOS,
  parseRate,
} from '@mare/domain/affiliates/commission-terms.ts';
import { formatBrl } from '../../format.ts';
import { useReportUnsaved } from '../../admin/unsaved-changes.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { parseCentavos } from '../../ui/form/parsing/typed-reais.ts';
import {
  SaveSetting,
  type SettingFormProps,
  type StoredSetting,
  useSettingForm,
} from './setting-section.tsx';

const fieldsOf = ({ value }: StoredSetting<CommissionTerms>) => ({
  rate: formatRate(value.affiliateRate),
  amount: formatBrl(value.voucherCentavos).replace('\u00a0', ' '),
});

/** Commissions of affiliates and partners, typed as '5%' and 'R$ 50,00'. */
export function CommissionsForm(props: SettingFormProps<CommissionTerms>) {
  const { register, onSubmit, formState } = useSettingForm(
    props,
    fieldsOf,
    ({ rate, amount }) => ({
      key: 'commissions',
      value: { affiliateRate: parseRate(rate)!, voucherCentavos: parseCentavos(amount)! },
    }),
    { mode: 'onTouched' },
  );
  const { errors, isDirty } = formState;
  useReportUnsaved('Comissões', isDirty);
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Comissão de afiliados"
          hint="Parte de cada venda paga pelo link, como 5% ou 7,5%."
          error={errors.rate?.message}
        >
          <Input
            maxLength={10}
            {...register('rate', {
              validate: (typed) =>
                parseRate(typed) !== null || `De 0% a ${formatRate(MAX_AFFILIATE_RATE)}, como 5% ou 7,5%.`,
            })}
          />
        </Field>
        <Field
          label="Comissão de parceiros"
          hint="Por voucher validado, como R$ 50,00."
          error={errors.amount?.message}
        >
          <Input
            maxLength={20}
            {...register('amount', {
              validate: (typed) =>
                isAmount(typed) || `Até ${formatBrl(MAX_VOUCHER_CENTAVOS)}, como R$ 50,00.`,
            })}
          />
        </Field>
      </div>
      <p className="text-sm text-ink-soft">
        Vale para vendas pagas e vouchers validados depois de salvar. Afiliados e parceiros recebem um e-mail
        com a mudança.
      </p>
      <SaveSetting saving={props.saving} disabled={!isDirty}>
        Salvar comissões
      </SaveSetting>
    </form>
  );
}

function isAmount(typed: string): boolean {
  const centavos = parseCentavos(typed);
  return centavos !== null && centavos <= MAX_VOUCHER_CENTAVOS;
}
