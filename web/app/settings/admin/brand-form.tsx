import { Controller, useWatch } from 'react-hook-form';
import type { ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import { isReadable, themeColours } from '@mare/domain/admin/brand-colours.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';
import {
  SaveSetting,
  type SettingFormProps,
  type StoredSetting,
  useSettingForm,
} from './setting-section.tsx';

type Brand = ShopSettings['brand']['value'];

const DEFAULT_COLOURS = { brandColour: '#0b6b75', buttonColour: '#c83d28' };

const fieldsOf = ({ value }: StoredSetting<Brand>): Brand => value;

export function BrandForm(props: SettingFormProps<Brand>) {
  const { register, onSubmit, control } = useSettingForm(props, fieldsOf, (value) => ({
    key: 'brand',
    value,
  }));
  const [name, heroTitle, heroText, ...colours] = useWatch({
    control,
    name: ['name', 'heroTitle', 'heroText', 'brandColour', 'buttonColour'],
  });
  const problems = {
    name: name.trim().length >= 2 ? undefined : 'Pelo menos duas letras.',
    heroTitle: heroTitle.trim() === '' ? 'Escreva a chamada.' : undefined,
    heroText: heroText.trim() === '' ? 'Escreva o texto.' : undefined,
  };
  const isComplete =
    !Object.values(problems).some(Boolean) &&
    colours.every((colour) => colour === null || isReadable(colour));
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Nome da loja" hint="No topo, no rodapé e no título das páginas." error={problems.name}>
          <Input maxLength={40} {...register('name')} />
        </Field>
        <Field label="Chamada da página inicial" error={problems.heroTitle}>
          <Input maxLength={80} {...register('heroTitle')} />
        </Field>
        <Field label="Texto da página inicial" className="sm:col-span-2" error={problems.heroText}>
          <Textarea rows={3} maxLength={300} {...register('heroText')} />
        </Field>
        {(['brandColour', 'buttonColour'] as const).map((colour) => (
          <Controller
            key={colour}
            control={control}
            name={colour}
            render={({ field: { value, onChange } }) => (
              <ColourField
                label={colour === 'brandColour' ? 'Cor da marca' : 'Cor dos botões de compra'}
                defaultColour={DEFAULT_COLOURS[colour]}
                colour={value}
                onChange={onChange}
              />
            )}
          />
        ))}
      </div>
      <SaveSetting saving={props.saving} disabled={!isComplete}>
        Salvar marca
      </SaveSetting>
    </form>
  );
}

interface ColourFieldProps {
  label: string;
  defaultColour: string;
  /** Null for the default. */
  colour: string | null;
  onChange: (colour: string | null) => void;
}

function ColourField({ label, defaultColour, colour, onChange }: ColourFieldProps) {
  const shown = colour ?? defaultColour;
  const readable = isReadable(shown);
  return (
    <div className="grid content-start gap-2">
      <Checkbox
        label={`${label}: usar outra`}
        checked={colour !== null}
        onChange={(event) => onChange(event.target.checked ? defaultColour : null)}
      />
      {colour !== null && (
        <Field
          label={label}
          error={readable ? undefined : 'Clara demais para ser lida sobre o fundo. Escolha uma mais escura.'}
          hint="No tema escuro ela é clareada até poder ser lida."
        >
          <Input
            type="color"
            value={shown}
            onChange={(event) => onChange(event.target.value.toLowerCase())}
            className="p-1"
          />
        </Field>
      )}
      {colour !== null && readable && <Sample colour={colour} />}
    </div>
  );
}

/** A sample in the light and the dark theme. */
function Sample({ colour }: { colour: string }) {
  const themes = themeColours(colour);
  return (
    <p className="flex gap-2 text-sm font-bold">
      {[themes.light, themes.dark].map(({ base, on }, at) => (
        <span key={base} className="rounded-full px-4 py-2" style={{ background: base, color: on }}>
          {at === 0 ? 'Tema claro' : 'Tema escuro'}
        </span>
      ))}
    </p>
  );
}
