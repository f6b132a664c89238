import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import type { OrderDetail } from '@mare/contract/admin/order-detail.ts';
import type { TagColour } from '@mare/domain/admin/bulk-actions.ts';
import { TagBadges, TagFields } from '../../admin/orders/tag-fields.tsx';
import { Section } from '../../admin/people/person-section.tsx';
import { Permitted } from '../../admin/permissions/permitted.tsx';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { usePermission } from '../../session/use-permission.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';

/** Tags of the order, with buttons to add and remove them. */
export function OrderTags({ order: { id, tags } }: { order: OrderDetail }) {
  const client = useQueryClient();
  const mayTag = usePermission('work-on-orders');
  const { register, control, handleSubmit, reset } = useForm({
    defaultValues: { tag: '', colour: 'sea' as TagColour },
  });
  const tag = useWatch({ control, name: 'tag' });
  const change = useMutation(
    queries.admin.orders.tag.mutationOptions({
      onSuccess: () =>
        client.invalidateQueries({ queryKey: queries.admin.orders.find.key({ input: { id } }) }),
      onError: (error) => toast.error(errorMessage(error)),
    }),
  );
  // Moves focus: a removed tag disappears with its button.
  const shell = useFocusNext<HTMLDivElement>(String(change.isPending));
  const add = handleSubmit(({ tag: name, colour }) =>
    change.mutate({ id, tag: name.trim(), colour, tagged: true }, { onSuccess: () => reset() }),
  );
  return (
    <Section title="Etiquetas">
      <div ref={shell} className="contents">
        {tags.length === 0 && (
          <p tabIndex={-1} className="text-ink-soft">
            Nenhuma etiqueta neste pedido.
          </p>
        )}
        <ul className="flex flex-wrap gap-2" aria-label="Etiquetas do pedido">
          {tags.map((each) => (
            <li key={each.name} className="flex max-w-full items-center">
              <TagBadges tags={[each]} />
              {mayTag && (
                <IconButton
                  icon="close"
                  label={`Tirar a etiqueta ${each.name}`}
                  onClick={() => change.mutate({ id, tag: each.name, tagged: false })}
                />
              )}
            </li>
          ))}
        </ul>
      </div>
      <Permitted to="work-on-orders">
        <details>
          <summary className="min-h-6 cursor-pointer font-semibold text-sea">Pôr etiqueta</summary>
          <form onSubmit={(event) => void add(event)} className="grid gap-3 pt-3">
            <TagFields tagField={register('tag')} colourField={register('colour')} tag={tag} />
            <Button
              type="submit"
              variant="secondary"
              size="sm"
              className="justify-self-start"
              disabled={tag.trim().length < 2}
              loading={change.isPending}
            >
              Pôr
            </Button>
          </form>
        </details>
      </Permitted>
    </Section>
  );
}
