import { useFieldArray, useWatch } from 'react-hook-form';
import type { EditedTier, SettingChange, ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import { useReportUnsaved } from '../../admin/unsaved-changes.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field, Input, Options, Select, Textarea } from '../../ui/form/field.tsx';
import { useFocusNextRow } from '../../ui/focus/use-focus-next-row.ts';
import { isWhole, textLines } from '../../admin/typed-values.ts';
import {
  SaveSetting,
  type SettingFormProps,
  type StoredSetting,
  useSettingForm,
} from './setting-section.tsx';

const MAX_TIERS = 6;

const tierFieldsOf = ({ value }: StoredSetting<EditedTier[]>) => ({
  rows: value.map((tier) => ({
    key: tier.key,
    name: tier.name,
    quantity: String(tier.quantity),
    bonus: String(tier.bonusPercentage),
  })),
});

function tiersOf(fields: ReturnType<typeof tierFieldsOf>): SettingChange {
  const value = fields.rows.map((row) => ({
    key: row.key,
    name: row.name.trim(),
    quantity: Number(row.quantity),
    bonusPercentage: Number(row.bonus),
  }));
  return { key: 'purchase_tiers', value };
}

export function TiersForm(props: SettingFormProps<EditedTier[]>) {
  const { register, onSubmit, control, formState } = useSettingForm(props, tierFieldsOf, tiersOf);
  useReportUnsaved('Planos', formState.isDirty);
  const { fields, append, remove } = useFieldArray({ control, name: 'rows' });
  const list = useFocusNextRow<HTMLUListElement>();
  const rows = useWatch({ control, name: 'rows' });
  const quantities = rows.map(({ quantity }) => quantity);
  const problemOf = ({ quantity }: (typeof rows)[number]) => {
    if (!isWhole(quantity, 1, 1000)) return 'De 1 a 1.000.';
    return quantities.filter((other) => Number(other) === Number(quantity)).length > 1
      ? 'Outro plano já tem esta quantidade.'
      : undefined;
  };
  const isComplete =
    rows.length > 0 &&
    rows.every((row) => row.name.trim() !== '' && !problemOf(row) && isWhole(row.bonus, 0, 100));
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <ul ref={list} className="grid gap-4">
        {fields.map((field, at) => {
          const row = rows[at] ?? field;
          return (
            <li
              key={field.id}
              tabIndex={-1}
              className="grid grid-cols-2 items-start gap-3 rounded-md border border-line p-3 sm:grid-cols-[minmax(0,1fr)_8rem_8rem_auto]"
            >
              <Field
                label="Nome"
                className="col-span-2 sm:col-span-1"
                error={row.name.trim() === '' ? 'Dê um nome ao plano.' : undefined}
              >
                <Input maxLength={40} {...register(`rows.${at}.name`)} />
              </Field>
              <Field label="Cotas" error={problemOf(row)}>
                <Input inputMode="numeric" {...register(`rows.${at}.quantity`)} />
              </Field>
              <Field label="Bônus (%)" error={isWhole(row.bonus, 0, 100) ? undefined : 'De 0 a 100.'}>
                <Input inputMode="numeric" {...register(`rows.${at}.bonus`)} />
              </Field>
              <IconButton
                icon="trash"
                label={`Remover o plano ${row.name}`}
                className="sm:mt-7"
                onClick={() => remove(at)}
              />
            </li>
          );
        })}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          size="sm"
          icon="plus"
          disabled={rows.length >= MAX_TIERS}
          onClick={() =>
            append({ key: freeKey(rows), name: '', quantity: '', bonus: '0' }, { shouldFocus: false })
          }
        >
          Adicionar plano
        </Button>
        {rows.length === 0 && (
          <p className="text-sm font-semibold text-warning">A loja precisa de pelo menos um plano.</p>
        )}
        <SaveSetting saving={props.saving} disabled={!isComplete}>
          Salvar planos
        </SaveSetting>
      </div>
    </form>
  );
}

function freeKey(rows: { key: string }[]): string {
  for (let place = 1; ; place++) if (!rows.some(({ key }) => key === `tier${place}`)) return `tier${place}`;
}

const cityFieldsOf = ({ value }: StoredSetting<string[]>) => ({ text: value.join('\n') });

export function CitiesForm(props: SettingFormProps<string[]>) {
  const { register, onSubmit, control } = useSettingForm(props, cityFieldsOf, ({ text }) => ({
    key: 'eligible_cities',
    value: textLines(text),
  }));
  const value = textLines(useWatch({ control, name: 'text' }));
  return (
    <form className="grid gap-4" onSubmit={onSubmit}>
      <Field
        label="Uma cidade por linha"
        error={value.length === 0 ? 'Escreva pelo menos uma cidade.' : undefined}
      >
        <Textarea rows={8} {...register('text')} />
      </Field>
      <SaveSetting disabled={value.length === 0} saving={props.saving}>
        Salvar cidades
      </SaveSetting>
    </form>
  );
}

type SocialProof = ShopSettings['socialProof']['value'];

const modes: Record<SocialProof['mode'], string> = {
  ilustrativo: 'Ilustrativa: simulada, e dita como tal',
  real: 'Real: compras de verdade, com nomes abreviados',
  desligado: 'Desligada',
};

const socialProofFieldsOf = ({ value: { mode } }: StoredSetting<SocialProof>) => ({ mode });

export function SocialProofForm(props: SettingFormProps<SocialProof>) {
  const { register, onSubmit } = useSettingForm(props, socialProofFieldsOf, (value) => ({
    key: 'social_proof',
    value,
  }));
  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={onSubmit}>
      <Field label="Modo" className="min-w-0 grow">
        <Select {...register('mode')}>
          <Options labels={modes} />
        </Select>
      </Field>
      <SaveSetting saving={props.saving} className="mb-1">
        Salvar modo
      </SaveSetting>
    </form>
  );
}
