import { useFieldArray, useWatch } from 'react-hook-form';
import type { ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import { areLevels } from '@mare/domain/ranking/levels.ts';
import { PERIOD_KINDS } from '@mare/domain/ranking/periods.ts';
import {
  SaveSetting,
  type SettingFormProps,
  type StoredSetting,
  useSettingForm,
} from '../../settings/admin/setting-section.tsx';
import { isWhole, textLines } from '../../admin/typed-values.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useFocusNextRow } from '../../ui/focus/use-focus-next-row.ts';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { periodTitle } from '../period-labels.ts';

type ValueOf<Key extends 'pointRules' | 'levels' | 'rankingPrizes'> = ShopSettings[Key]['value'];

const ruleFieldsOf = ({ value }: StoredSetting<ValueOf<'pointRules'>>) => ({
  perReal: String(value.pointsPerReal),
  perReferral: String(value.referralPoints),
});

export function PointRulesForm(props: SettingFormProps<ValueOf<'pointRules'>>) {
  const { register, onSubmit, control } = useSettingForm(props, ruleFieldsOf, (fields) => ({
    key: 'point_rules',
    value: { pointsPerReal: Number(fields.perReal), referralPoints: Number(fields.perReferral) },
  }));
  const [perReal, perReferral] = useWatch({ control, name: ['perReal', 'perReferral'] });
  const problems = {
    perReal: isWhole(perReal, 1, 100) ? undefined : 'De 1 a 100.',
    perReferral: isWhole(perReferral, 0, 10_000) ? undefined : 'De 0 a 10.000.',
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Pontos por real pago" error={problems.perReal}>
          <Input inputMode="numeric" {...register('perReal')} />
        </Field>
        <Field label="Pontos por pessoa indicada" error={problems.perReferral}>
          <Input inputMode="numeric" {...register('perReferral')} />
        </Field>
      </div>
      <SaveSetting saving={props.saving} disabled={Boolean(problems.perReal ?? problems.perReferral)}>
        Salvar regras
      </SaveSetting>
    </form>
  );
}

const MAX_LEVELS = 10;

const levelFieldsOf = ({ value }: StoredSetting<ValueOf<'levels'>>) => ({
  rows: value.map(({ name, minPoints }) => ({ name, points: String(minPoints) })),
});

const levelsOf = ({ rows }: ReturnType<typeof levelFieldsOf>) =>
  rows.map(({ name, points }) => ({ name: name.trim(), minPoints: Number(points) }));

export function LevelsForm(props: SettingFormProps<ValueOf<'levels'>>) {
  const { register, onSubmit, control } = useSettingForm(props, levelFieldsOf, (fields) => ({
    key: 'levels',
    value: levelsOf(fields),
  }));
  const { fields, append, remove } = useFieldArray({ control, name: 'rows' });
  const list = useFocusNextRow<HTMLOListElement>();
  const rows = useWatch({ control, name: 'rows' });
  const isComplete =
    areLevels(levelsOf({ rows })) &&
    rows.every(({ name, points }) => name.trim() !== '' && isWhole(points, 0, 1e9));
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <ol ref={list} className="grid gap-3">
        {fields.map((field, at) => (
          <li
            key={field.id}
            tabIndex={-1}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_auto]"
          >
            <Field label={`${at + 1}º nível`} className="max-sm:col-span-2">
              <Input maxLength={40} {...register(`rows.${at}.name`)} />
            </Field>
            <Field label="A partir de">
              <Input
                inputMode="numeric"
                aria-label={`A partir de, no ${at + 1}º nível`}
                readOnly={at === 0}
                {...register(`rows.${at}.points`)}
              />
            </Field>
            <IconButton
              icon="trash"
              label={`Remover o nível ${rows[at]?.name ?? ''}`}
              disabled={at === 0}
              onClick={() => remove(at)}
            />
          </li>
        ))}
      </ol>
      <LiveRegion>
        {!isComplete && (
          <p className="text-sm font-semibold text-warning">
            Cada nível precisa de um nome próprio e de mais pontos que o anterior.
          </p>
        )}
      </LiveRegion>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          size="sm"
          icon="plus"
          disabled={rows.length >= MAX_LEVELS}
          onClick={() => append({ name: '', points: '' }, { shouldFocus: false })}
        >
          Adicionar nível
        </Button>
        <SaveSetting saving={props.saving} disabled={!isComplete}>
          Salvar níveis
        </SaveSetting>
      </div>
    </form>
  );
}

const MAX_PLACES = 10;

const prizeFieldsOf = ({ value }: StoredSetting<ValueOf<'rankingPrizes'>>) => ({
  day: value.day.join('\n'),
  week: value.week.join('\n'),
  month: value.month.join('\n'),
});

const prizesOf = ({ day, week, month }: ReturnType<typeof prizeFieldsOf>) => ({
  day: textLines(day),
  week: textLines(week),
  month: textLines(month),
});

export function RankingPrizesForm(props: SettingFormProps<ValueOf<'rankingPrizes'>>) {
  const { register, onSubmit, control } = useSettingForm(props, prizeFieldsOf, (fields) => ({
    key: 'ranking_prizes',
    value: prizesOf(fields),
  }));
  const [day, week, month] = useWatch({ control, name: ['day', 'week', 'month'] });
  const value = prizesOf({ day, week, month });
  const problemOf = (lines: string[]) => {
    if (lines.length > MAX_PLACES) return 'No máximo dez lugares.';
    return lines.some((line) => line.length > 120) ? 'Cada prêmio cabe em 120 letras.' : undefined;
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <div className="grid items-start gap-4 md:grid-cols-3">
        {PERIOD_KINDS.map((kind) => (
          <Field key={kind} label={periodTitle(kind)} optional error={problemOf(value[kind])}>
            <Textarea rows={4} {...register(kind)} />
          </Field>
        ))}
      </div>
      <SaveSetting saving={props.saving} disabled={Object.values(value).some((lines) => problemOf(lines))}>
        Salvar prêmios
      </SaveSetting>
    </form>
  );
}
