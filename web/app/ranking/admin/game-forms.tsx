import { type FormEvent, useState } from 'react';
import type { ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import { areLevels } from '@mare/domain/ranking/levels.ts';
import { PERIOD_KINDS } from '@mare/domain/ranking/periods.ts';
import { SaveSetting, type SettingFormProps } from '../../settings/admin/setting-section.tsx';
import { isWhole, textLines } from '../../admin/typed-values.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';
import { periodTitle } from '../period-labels.ts';

type ValueOf<Key extends 'pointRules' | 'levels' | 'rankingPrizes'> = ShopSettings[Key]['value'];

export function PointRulesForm({
  rules,
  saving,
  onSave,
}: SettingFormProps & { rules: ValueOf<'pointRules'> }) {
  const [perReal, setPerReal] = useState(String(rules.pointsPerReal));
  const [perReferral, setPerReferral] = useState(String(rules.referralPoints));
  const problems = {
    perReal: isWhole(perReal, 1, 100) ? undefined : 'De 1 a 100.',
    perReferral: isWhole(perReferral, 0, 10_000) ? undefined : 'De 0 a 10.000.',
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    onSave({
      key: 'point_rules',
      value: { pointsPerReal: Number(perReal), referralPoints: Number(perReferral) },
    });
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Pontos por real pago" error={problems.perReal}>
          <Input inputMode="numeric" value={perReal} onChange={(event) => setPerReal(event.target.value)} />
        </Field>
        <Field label="Pontos por pessoa indicada" error={problems.perReferral}>
          <Input
            inputMode="numeric"
            value={perReferral}
            onChange={(event) => setPerReferral(event.target.value)}
          />
        </Field>
      </div>
      <SaveSetting saving={saving} disabled={Boolean(problems.perReal ?? problems.perReferral)}>
        Salvar regras
      </SaveSetting>
    </form>
  );
}

const MOST_LEVELS = 10;

export function LevelsForm({ levels, saving, onSave }: SettingFormProps & { levels: ValueOf<'levels'> }) {
  const [rows, setRows] = useState(() =>
    levels.map(({ name, minPoints }, id) => ({ id, name, points: String(minPoints) })),
  );
  const change = (id: number, part: Partial<(typeof rows)[number]>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const value = rows.map(({ name, points }) => ({ name: name.trim(), minPoints: Number(points) }));
  const isComplete =
    areLevels(value) && rows.every(({ name, points }) => name.trim() !== '' && isWhole(points, 0, 1e9));
  function submit(event: FormEvent) {
    event.preventDefault();
    onSave({ key: 'levels', value });
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <ol className="grid gap-3">
        {rows.map((row, at) => (
          <li
            key={row.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_auto]"
          >
            <Field label={`${at + 1}º nível`} className="max-sm:col-span-2">
              <Input
                maxLength={40}
                value={row.name}
                onChange={(event) => change(row.id, { name: event.target.value })}
              />
            </Field>
            <Field label="A partir de">
              <Input
                inputMode="numeric"
                readOnly={at === 0}
                value={row.points}
                onChange={(event) => change(row.id, { points: event.target.value })}
              />
            </Field>
            <IconButton
              icon="trash"
              label={`Remover o nível ${row.name}`}
              disabled={at === 0}
              onClick={() => setRows(rows.filter(({ id }) => id !== row.id))}
            />
          </li>
        ))}
      </ol>
      {!isComplete && (
        <p className="text-sm font-semibold text-warning">
          Cada nível precisa de um nome próprio e de mais pontos que o anterior.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          size="sm"
          icon="plus"
          disabled={rows.length >= MOST_LEVELS}
          onClick={() =>
            setRows([...rows, { id: Math.max(...rows.map(({ id }) => id)) + 1, name: '', points: '' }])
          }
        >
          Adicionar nível
        </Button>
        <SaveSetting saving={saving} disabled={!isComplete}>
          Salvar níveis
        </SaveSetting>
      </div>
    </form>
  );
}

const MOST_PLACES = 10;

export function RankingPrizesForm({
  prizes,
  saving,
  onSave,
}: SettingFormProps & { prizes: ValueOf<'rankingPrizes'> }) {
  const [texts, setTexts] = useState({
    day: prizes.day.join('\n'),
    week: prizes.week.join('\n'),
    month: prizes.month.join('\n'),
  });
  const value = { day: textLines(texts.day), week: textLines(texts.week), month: textLines(texts.month) };
  const problemOf = (lines: string[]) => {
    if (lines.length > MOST_PLACES) return 'No máximo dez lugares.';
    return lines.some((line) => line.length > 120) ? 'Cada prêmio cabe em 120 letras.' : undefined;
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    onSave({ key: 'ranking_prizes', value });
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="grid items-start gap-4 md:grid-cols-3">
        {PERIOD_KINDS.map((kind) => (
          <Field key={kind} label={periodTitle(kind)} optional error={problemOf(value[kind])}>
            <Textarea
              rows={4}
              value={texts[kind]}
              onChange={(event) => setTexts({ ...texts, [kind]: event.target.value })}
            />
          </Field>
        ))}
      </div>
      <SaveSetting saving={saving} disabled={Object.values(value).some((lines) => problemOf(lines))}>
        Salvar prêmios
      </SaveSetting>
    </form>
  );
}
