import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { DrawRoom } from '@mare/contract/draws/draw-room.ts';
import { queries } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { drawSentenceFor } from '../draw-error-messages.ts';

const PLACES = [1, 2, 3, 4, 5];
const empty = { extraction: '', date: '', prizes: ['', '', '', '', ''], note: '' };

/** Enters a result by hand, or has it fetched. Begins with the extraction that is awaited. */
export function ResultForm({ room }: { room: DrawRoom }) {
  const awaiting = room.rifas.find(({ awaits }) => awaits !== null);
  const [typed, setTyped] = useState(empty);
  const extraction = typed.extraction || String(awaiting?.awaits ?? '');
  const date =
    typed.date ||
    (awaiting?.awaits === awaiting?.seal?.extraction ? (awaiting?.seal?.extractionDate ?? '') : '');
  const { enter, fetchIt } = useResult(() => setTyped(empty));
  const error = enter.error ?? fetchIt.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    fetchIt.reset();
    enter.mutate({ extraction: Number(extraction), date, prizes: typed.prizes, note: typed.note });
  };
  return (
    <Card padded>
      <form onSubmit={submit} className="grid gap-4">
        <h3 className="text-lg">Registrar um resultado</h3>
        <ExtractionFields
          extraction={extraction}
          date={date}
          onType={(changes) => setTyped({ ...typed, ...changes })}
        />
        <PrizeFields prizes={typed.prizes} onType={(prizes) => setTyped({ ...typed, prizes })} />
        <Field label="Onde foi lido" hint="Ou por que um resultado já confirmado está sendo corrigido.">
          <Input
            required
            minLength={3}
            maxLength={500}
            value={typed.note}
            onChange={(event) => setTyped({ ...typed, note: event.target.value })}
          />
        </Field>
        {error && <FormError>{drawSentenceFor(error)}</FormError>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="secondary" loading={enter.isPending}>
            Registrar para conferência
          </Button>
          {room.canFetch && (
            <Button
              variant="outline"
              icon="refresh"
              loading={fetchIt.isPending}
              disabled={!/^[1-9]\d{0,6}$/.test(extraction)}
              onClick={() => {
                enter.reset();
                fetchIt.mutate({ extraction: Number(extraction) });
              }}
            >
              Buscar no serviço oficial
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

/** Its two ways into the shop. */
function useResult(onEntered: () => void) {
  const client = useQueryClient();
  const onSuccess = async () => {
    onEntered();
    await client.invalidateQueries({ queryKey: queries.draws.key() });
  };
  const enter = useMutation(queries.draws.enterResult.mutationOptions({ onSuccess }));
  const fetchIt = useMutation(queries.draws.fetchResult.mutationOptions({ onSuccess }));
  return { enter, fetchIt };
}

interface ExtractionFieldsProps {
  extraction: string;
  date: string;
  onType: (changes: { extraction: string } | { date: string }) => void;
}

function ExtractionFields({ extraction, date, onType }: ExtractionFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Extração">
        <Input
          required
          inputMode="numeric"
          pattern="[1-9][0-9]{0,6}"
          title="O número da extração, como 5924."
          value={extraction}
          onChange={(event) => onType({ extraction: event.target.value })}
        />
      </Field>
      <Field label="Dia do resultado">
        <Input required type="date" value={date} onChange={(event) => onType({ date: event.target.value })} />
      </Field>
    </div>
  );
}

function PrizeFields({ prizes, onType }: { prizes: string[]; onType: (prizes: string[]) => void }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-bold">Prêmios, como a Loteria Federal publica</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {PLACES.map((place, index) => (
          <Field key={place} label={`${place}º prêmio`}>
            <Input
              required
              inputMode="numeric"
              pattern="0?[0-9]{5}"
              title="Cinco algarismos, como 01234."
              maxLength={6}
              value={prizes[index]}
              onChange={(event) => onType(prizes.with(index, event.target.value))}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
