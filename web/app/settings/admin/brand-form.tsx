import { type FormEvent, useState } from 'react';
import type { ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import { isReadable, themeColours } from '@mare/domain/admin/brand-colours.ts';
import { Checkbox, Field, Input, Textarea } from '../../ui/form/field.tsx';
import { SaveSetting, type SettingFormProps } from './setting-section.tsx';

type Brand = ShopSettings['brand']['value'];

/** What each colour is while nobody has chosen another. */
const OWN = { brandColour: '#0b6b75', buttonColour: '#c83d28' };

export function BrandForm({ brand, saving, onSave }: SettingFormProps & { brand: Brand }) {
  const [typed, setTyped] = useState(brand);
  const change = (part: Partial<Brand>) => setTyped({ ...typed, ...part });
  const colours = [typed.brandColour, typed.buttonColour];
  const isComplete =
    typed.name.trim().length >= 2 &&
    typed.heroTitle.trim() !== '' &&
    typed.heroText.trim() !== '' &&
    colours.every((colour) => colour === null || isReadable(colour));
  function submit(event: FormEvent) {
    event.preventDefault();
    onSave({ key: 'brand', value: typed });
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Nome da loja" hint="No topo, no rodapé e no título das páginas.">
          <Input
            maxLength={40}
            value={typed.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <Field label="Chamada da página inicial">
          <Input
            maxLength={80}
            value={typed.heroTitle}
            onChange={(event) => change({ heroTitle: event.target.value })}
          />
        </Field>
        <Field label="Texto da página inicial" className="sm:col-span-2">
          <Textarea
            rows={3}
            maxLength={300}
            value={typed.heroText}
            onChange={(event) => change({ heroText: event.target.value })}
          />
        </Field>
        <ColourField
          label="Cor da marca"
          own={OWN.brandColour}
          colour={typed.brandColour}
          onChange={(brandColour) => change({ brandColour })}
        />
        <ColourField
          label="Cor dos botões de compra"
          own={OWN.buttonColour}
          colour={typed.buttonColour}
          onChange={(buttonColour) => change({ buttonColour })}
        />
      </div>
      <SaveSetting saving={saving} disabled={!isComplete}>
        Salvar marca
      </SaveSetting>
    </form>
  );
}

interface ColourFieldProps {
  label: string;
  own: string;
  colour: string | null;
  onChange: (colour: string | null) => void;
}

function ColourField({ label, own, colour, onChange }: ColourFieldProps) {
  const shown = colour ?? own;
  const readable = isReadable(shown);
  return (
    <div className="grid content-start gap-2">
      <Checkbox
        label={`${label}: usar outra`}
        checked={colour !== null}
        onChange={(event) => onChange(event.target.checked ? own : null)}
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

/** How it looks in either theme. */
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
