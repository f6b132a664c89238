import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { formatDateTime } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { ErrorState, FormError, Skeleton } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { useShortForm } from '../use-short-form.ts';
import {
  addPasskey,
  canUsePasskeys,
  type OwnPasskey,
  ownPasskeys,
  removePasskey,
  renamePasskey,
} from './passkeys.ts';
import { useReloadSecurity } from './use-reload-security.ts';
import { useFocusOnMount } from '../../ui/focus/use-focus-on-mount.ts';

/** Adds, names and removes passkeys. */
export function PasskeyList() {
  const passkeys = useQuery(ownPasskeys);
  const reload = useReloadSecurity();
  const [error, setError] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const [wasRemoved, setRemoved] = useState(false);
  // Moves focus: the pressed button disappears with its passkey.
  const shell = useFocusNext<HTMLDivElement>(wasRemoved ? String(passkeys.data?.length) : '');
  if (passkeys.isError && !passkeys.data)
    return <ErrorState title="Não foi possível carregar." onRetry={() => passkeys.refetch()} />;
  if (!passkeys.data) return <Skeleton className="h-60 sm:h-42" />;
  async function add() {
    setWorking(true);
    const failure = await addPasskey();
    setWorking(false);
    setError(failure);
    if (!failure) toast.success('Chave de acesso criada!');
    await reload();
  }
  return (
    <Card ref={shell} padded className="grid gap-4">
      <p className="text-ink-soft">
        Entre com a digital, o rosto ou a senha do aparelho, sem digitar a senha da loja. A chave de acesso
        (passkey) só funciona neste site: não há o que roubar em uma página falsa.
      </p>
      {passkeys.data.length > 0 && (
        <ul className="grid divide-y divide-line">
          {passkeys.data.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              onChange={() => void reload()}
              onRemoved={() => setRemoved(true)}
            />
          ))}
        </ul>
      )}
      <FormError>{error}</FormError>
      {canUsePasskeys() ? (
        <Button className="justify-self-start" loading={working} onClick={() => void add()}>
          Criar chave de acesso
        </Button>
      ) : (
        <p>Este navegador não oferece chaves de acesso. Tente em um celular mais novo.</p>
      )}
    </Card>
  );
}

interface PasskeyItemProps {
  passkey: OwnPasskey;
  onChange: () => void;
  onRemoved: () => void;
}

function PasskeyItem({ passkey, onChange, onRemoved }: PasskeyItemProps) {
  const [renaming, setRenaming] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [removing, setRemoving] = useState(false);
  const [working, setWorking] = useState(false);
  async function remove() {
    setWorking(true);
    const failure = await removePasskey(passkey.id);
    setWorking(false);
    setError(failure);
    setRemoving(false);
    if (failure) return;
    toast.success('Chave de acesso removida.');
    onRemoved();
    onChange();
  }
  const shell = useFocusNext<HTMLLIElement>(String(renaming));
  return (
    <li ref={shell} className="grid gap-3 py-3">
      {renaming ? (
        <RenameForm
          passkey={passkey}
          onDone={() => {
            setRenaming(false);
            onChange();
          }}
          onBack={() => setRenaming(false)}
        />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="font-semibold">{passkey.name}</p>
            <p className="text-sm text-ink-soft">Criada em {formatDateTime(passkey.createdAt)}</p>
            <p className="text-sm text-ink-soft">
              {passkey.lastUsedAt ? `Último uso em ${formatDateTime(passkey.lastUsedAt)}` : 'Ainda não usada'}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="outline"
              size="sm"
              aria-label={`Mudar o nome de ${passkey.name}`}
              onClick={() => setRenaming(true)}
            >
              Mudar nome
            </Button>
            <Button
              variant="danger"
              size="sm"
              aria-label={`Remover ${passkey.name}`}
              onClick={() => setRemoving(true)}
            >
              Remover
            </Button>
          </div>
        </div>
      )}
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        size="sm"
        title={`Remover ${passkey.name}?`}
        action="Remover chave"
        loading={working}
        onConfirm={() => void remove()}
      >
        <p>
          Ela deixa de abrir a sua conta, e os aparelhos que entraram com ela saem. Por 48 horas, o link do
          e-mail que enviamos desfaz a remoção.
        </p>
      </ConfirmDialog>
      <FormError>{error}</FormError>
    </li>
  );
}

const NAME_MAX_CHARACTERS = 120;

interface RenameFormProps {
  passkey: OwnPasskey;
  onDone: () => void;
  onBack: () => void;
}

function RenameForm({ passkey, onDone, onBack }: RenameFormProps) {
  const field = useFocusOnMount<HTMLInputElement>();
  const { form, register, error, sending } = useShortForm({ name: passkey.name }, async ({ name }) => {
    if (!name.trim()) return 'Dê um nome à chave, como “Celular da Ana”.';
    const failure = await renamePasskey(passkey.id, name);
    if (!failure) onDone();
    return failure;
  });
  return (
    <form {...form}>
      <Field label="Nome da chave de acesso">
        <Input maxLength={NAME_MAX_CHARACTERS} {...register('name')} ref={field} />
      </Field>
      <FormError>{error}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="secondary" loading={sending}>
          Salvar nome
        </Button>
        <Button size="sm" variant="outline" onClick={onBack}>
          Voltar
        </Button>
      </div>
    </form>
  );
}
