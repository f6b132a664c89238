import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { GivenGift } from '@mare/contract/orders/gifts.ts';
import type { Order } from '@mare/contract/orders/orders.ts';
import { countCotas } from '@mare/domain/numbers/describe-cotas.ts';
import { hasLink, MAX_GIFT_COTAS, MAX_GIFT_MESSAGE } from '@mare/domain/orders/gifts/gift-bounds.ts';
import { normalizeEmail } from '@mare/domain/accounts/security/credentials.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { EmailInput } from '../../ui/form/email-input.tsx';
import { filled } from '../../ui/form/field-rules.ts';
import { Field, Input, Select } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { CotaPicker } from './cota-picker.tsx';
import { GiftLink } from './gift-link.tsx';
import { type GiftableRifa, listGiftable } from './list-giftable.ts';

/** Input kept from before the dialog was closed. */
export interface GiftDraft {
  rifaId: string;
  picked: number[];
  fields: { recipientName: string; message: string; email: string };
}

interface GiveDialogProps {
  order: Order;
  /** Ids of rifas whose cotas can be given. */
  open: string[];
  given: GivenGift[];
  draft: GiftDraft | undefined;
  /** Called with undefined once the gift is given. */
  onDraft: (draft: GiftDraft | undefined) => void;
  onClose: () => void;
}

export function GiveDialog({ order, open, given, draft, onDraft, onClose }: GiveDialogProps) {
  // Fixed when the dialog opens, because giving changes the list.
  const [rifas] = useState(() => listGiftable(order.items, open, given));
  const [gift, setGift] = useState<{ given: GivenGift; email: string | null }>();
  const chooseAll = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="md"
      title="Dar cotas de presente"
      // Order of the fields: rifa, cotas, then the others.
      initialFocus={rifas.length === 1 ? chooseAll : undefined}
    >
      {gift ? (
        <Given gift={gift.given} email={gift.email} onClose={onClose} />
      ) : (
        <GiveForm
          externalReference={order.externalReference}
          rifas={rifas}
          chooseAll={chooseAll}
          draft={draft}
          onDraft={onDraft}
          onGiven={(given, email) => {
            setGift({ given, email });
            onDraft(undefined);
          }}
        />
      )}
    </Dialog>
  );
}

interface GiveFormProps extends Pick<GiveDialogProps, 'draft' | 'onDraft'> {
  externalReference: string;
  /** Rifas with cotas left to give. */
  rifas: GiftableRifa[];
  chooseAll: RefObject<HTMLButtonElement | null>;
  onGiven: (gift: GivenGift, email: string | null) => void;
}

function GiveForm({ externalReference, rifas, chooseAll, draft, onDraft, onGiven }: GiveFormProps) {
  const cache = useQueryClient();
  const [rifaId, setRifaId] = useState(draft?.rifaId ?? rifas[0]?.rifaId);
  const rifa = rifas.find((each) => each.rifaId === rifaId) ?? rifas[0];
  const [picked, setPicked] = useState(
    () =>
      (rifa?.numbers.length === 1 ? rifa.numbers : rifa?.numbers.filter((n) => draft?.picked.includes(n))) ??
      [],
  );
  const { register, handleSubmit, control, formState, setValue } = useForm<GiftDraft['fields']>({
    defaultValues: draft?.fields ?? { recipientName: '', message: '', email: '' },
  });
  const { errors } = formState;
  const [recipientName, message, email] = useWatch({ control, name: ['recipientName', 'message', 'email'] });
  const shownRifa = rifa?.rifaId;
  useEffect(() => {
    if (shownRifa) onDraft({ rifaId: shownRifa, picked, fields: { recipientName, message, email } });
  }, [onDraft, shownRifa, picked, recipientName, message, email]);
  const give = useMutation(
    queries.orders.giveCotas.mutationOptions({
      onSuccess: (gift, { email }) => onGiven(gift, email),
      onSettled: () => cache.invalidateQueries({ queryKey: queries.orders.givenCotas.key() }),
    }),
  );
  if (!rifa) return <p>Todas as cotas deste pedido já foram dadas de presente.</p>;
  const submit = handleSubmit((fields) => {
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
      <Field label="Nome de quem ganha" error={errors.recipientName?.message}>
        <Input
          maxLength={60}
          autoComplete="off"
          {...register('recipientName', { validate: filled('Informe o nome de quem ganha.') })}
        />
      </Field>
      <Field
        label="Recado"
        optional
        hint="Vai no presente e na prévia do link."
        error={errors.message?.message}
      >
        <Input
          maxLength={MAX_GIFT_MESSAGE}
          autoComplete="off"
          {...register('message', { validate: (words) => !hasLink(words) || 'O recado não pode ter links.' })}
        />
      </Field>
      <Field
        label="E-mail de quem ganha"
        optional
        hint="Enviamos o link. Sem e-mail, você manda o link por WhatsApp ou como preferir."
        error={errors.email?.message}
      >
        <EmailInput
          autoComplete="off"
          onCorrect={(email) => setValue('email', email, { shouldValidate: true })}
          {...register('email', {
            validate: (typed) =>
              typed.trim() === '' ||
              normalizeEmail(typed.trim()) !== null ||
              'Confira o e-mail, como nome@exemplo.com.',
          })}
        />
      </Field>
      {give.error && <FormError>{errorMessage(give.error)}</FormError>}
      <Button
        type="submit"
        disabled={picked.length === 0}
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
        {email ? `Enviamos o link para ${email}. Você também pode mandar o link:` : 'Agora mande o link:'}
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
