import { useQuery } from '@tanstack/react-query';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { OrderTag } from '@mare/contract/admin/orders-admin.ts';
import { TAG_COLOURS, type TagColour } from '@mare/domain/admin/bulk-actions.ts';
import { queries } from '../../api.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Field, Input } from '../../ui/form/field.tsx';

const COLOURS: Record<TagColour, string> = {
  neutral: 'Cinza',
  sea: 'Mar',
  coral: 'Coral',
  sun: 'Sol',
  success: 'Verde',
  warning: 'Âmbar',
  danger: 'Vermelho',
};

interface TagFieldsProps {
  tagField: UseFormRegisterReturn;
  colourField: UseFormRegisterReturn;
  /** As typed. */
  tag: string;
}

/** Name of a tag, known or new, and the colour of a new one. */
export function TagFields({ tagField, colourField, tag }: TagFieldsProps) {
  const choices = useQuery({ ...queries.admin.orders.choices.queryOptions(), staleTime: 0 });
  const known = choices.data?.tags ?? [];
  const isKnown = known.some(({ name }) => name === tag.trim());
  return (
    <>
      <Field label="Etiqueta" hint="De 2 a 40 letras, como “entregar sábado”.">
        <Input maxLength={40} list="order-tags" autoComplete="off" {...tagField} />
      </Field>
      <datalist id="order-tags">
        {known.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      {!isKnown && (
        <fieldset>
          <legend className="mb-2 text-sm font-semibold">Cor</legend>
          <div className="flex flex-wrap gap-2">
            {TAG_COLOURS.map((colour) => (
              <label
                key={colour}
                className="flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-line px-2 has-checked:border-sea has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
              >
                <input type="radio" value={colour} className="accent-sea" {...colourField} />
                <Badge tone={colour}>{COLOURS[colour]}</Badge>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}

/** The tags of an order. */
export function TagBadges({ tags }: { tags: readonly OrderTag[] }) {
  return tags.map(({ name, colour }) => (
    <Badge key={name} tone={colour} className="max-w-full wrap-anywhere whitespace-normal">
      {name}
    </Badge>
  ));
}
