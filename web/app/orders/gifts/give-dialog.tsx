import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { GivenGift } from '@mare/contract/orders/gifts.ts';
import type { Order } from '@mare/contract/orders/orders.ts';
import { countCotas } from '@mare/domain/numbers/describe-cotas.ts';
import { hasLink, MAX_GIFT_COTAS, MAX_GIFT_MESSAGE } from '@mare/domain/orders/gifts/gift-bounds.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Field, Input, Select } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { CotaPicker } from './cota-picker.tsx';
import { GiftLink } from './gift-link.tsx';
import { type GiftableRifa, listGiftable } from './list-giftable.ts';

interface GiveDialogProps {
  order: Order;
  /** Ids of rifas whose cotas can be given. */
  open: string[];
  given: GivenGift[];
  onClose: () => void;
}

export function GiveDialog({ order, open, given, onClose }: GiveDialogProps) {
  // As they were when the dialog opened: giving them changes the list.
  const [rifas] = useState(() => listGiftable(order.items, open, given));
  const [gift, setGift] = useState<{ given: GivenGift; email: string | null }>();
  const chooseAll = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="md"
      title="Dar cotas de presente"
      // The cotas come before the fields, and the choice of a rifa before both.
      initialFocus={rifas.length === 1 ? chooseAll : undefined}
    >
      {gift ? (
        <Given gift={gift.given} email={gift.email} onClose={onClose} />
      ) : (
        <GiveForm
          externalReference={order.externalReference}
          rifas={rifas}
          chooseAll={chooseAll}
          onGiven={(made, email) => setGift({ given: made, email })}
        />
      )}
    </Dialog>
  );
}

interface GiveFormProps {
  externalReference: string;
  /** With cotas left to give. */
  rifas: GiftableRifa[];
  chooseAll: RefObject<HTMLButtonElement | null>;
  onGiven: (gift: GivenGift, email: string | null) => void;
}

function GiveForm({ externalReference, rifas, chooseAll, onGiven }: GiveFormProps) {
  const cache = useQueryClient();
  const [rifaId, setRifaId] = useState(rifas[0]?.rifaId);
  const rifa = rifas.find((each) => each.rifaId === rifaId);
  const [picked, setPicked] = useState(rifa?.numbers.length === 1 ? rifa.numbers : []);
  const [namesLink, setNamesLink] = useState(false);
  const { register, handleSubmit, control, setFocus } = useForm({
    defaultValues: { recipientName: '', message: '', email: '' },
  });
  const recipientName = useWatch({ control, name: 'recipientName' });
  const give = useMutation(
    queries.orders.giveCotas.mutationOptions({
      onSuccess: (made, { email }) => onGiven(made, email),
      onSettled: () => cache.invalidateQueries({ queryKey: queries.orders.givenCotas.key() }),
    }),
  );
  if (!rifa) return <p>Todas as cotas deste pedido já foram dadas de presente.</p>;
  const submit = handleSubmit((fields) => {
    const isRefused = hasLink(fields.message);
    setNamesLink(isRefused);
    if (isRefused) {
      setFocus('message');
      return;
    }
    give.mutate({
      externalReference,
      rifaId: rifa.rifaId,
      numbers: picked,
      recipientName: fields.recipientName,
      message: fields.message,
      email: fields.email.trim() || null,
    });
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      {rifas.length > 1 && (
        <Field label="Rifa" hint="Um presente leva cotas de uma rifa. Para as de outra, dê mais um.">
          <Select
            value={rifa.rifaId}
            onChange={(event) => {
              setRifaId(event.target.value);
              setPicked([]);
            }}
          >
            {rifas.map(({ rifaId: id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <CotaPicker
        rifa={rifa}
        picked={picked}
        max={MAX_GIFT_COTAS}
        chooseAll={chooseAll}
        onChange={setPicked}
      />
      <Field label="Nome de quem ganha">
        <Input maxLength={60} autoComplete="off" {...register('recipientName')} />
      </Field>
      <Field
        label="Recado"
        optional
        hint="Vai no presente e na prévia do link."
        error={namesLink && 'O recado não pode ter links.'}
      >
        <Input maxLength={MAX_GIFT_MESSAGE} autoComplete="off" {...register('message')} />
      </Field>
      <Field
        label="E-mail de quem ganha"
        optional
        hint="Enviamos o link. Sem e-mail, você manda o link por WhatsApp ou como preferir."
      >
        <Input type="email" maxLength={255} autoComplete="off" {...register('email')} />
      </Field>
      {give.error && <FormError>{errorMessage(give.error)}</FormError>}
      <Button
        type="submit"
        disabled={picked.length === 0 || recipientName.trim() === ''}
        loading={give.isPending}
        loadingText="Preparando..."
      >
        {picked.length > 1 ? `Dar ${countCotas(picked.length)} de presente` : 'Dar de presente'}
      </Button>
    </form>
  );
}

const focusOnce = (line: HTMLElement | null) => line?.focus();

function Given({ gift, email, onClose }: { gift: GivenGift; email: string | null; onClose: () => void }) {
  const { reference, recipientName, numbers } = gift;
  return (
    <div className="grid gap-4">
      <p ref={focusOnce} tabIndex={-1} className="text-lg font-semibold outline-none">
        Pronto! Falta {recipientName} aceitar{numbers.length > 1 && ` as ${countCotas(numbers.length)}`}.
      </p>
      <p className="text-ink-soft">
        {email ? `Enviamos o link para ${email}. ` : ''}Você também pode mandar o link:
      </p>
      <div className="flex flex-wrap gap-2">
        <GiftLink reference={reference} recipientName={recipientName} cotas={numbers.length} />
      </div>
      <Button variant="secondary" onClick={onClose}>
        Concluir
      </Button>
    </div>
  );
}
