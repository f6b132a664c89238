import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/form/field.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { useConfirmation } from './use-confirmation.ts';

const CHOICES = [
  { days: 1, label: '1 dia' },
  { days: 7, label: '7 dias' },
  { days: 15, label: '15 dias' },
  { days: 30, label: '30 dias' },
  { days: 90, label: '90 dias' },
];

interface PauseFormProps {
  working: boolean;
  onPause: (days: number) => Promise<unknown>;
}

/** Form for a pause from buying, in days. It cannot be shortened, so a second step confirms it. */
export function PauseForm({ working, onPause }: PauseFormProps) {
  const [days, setDays] = useState(7);
  const { asking, ask, close, confirm } = useConfirmation(() => onPause(days));
  const { label } = CHOICES.find((choice) => choice.days === days)!;
  return (
    <div className="grid content-start gap-3">
      <Field
        label="Pausar compras por"
        hint="Durante a pausa nenhum pedido novo é aceito, nem chegam ofertas, e os que esperam pagamento terminam. Ela não pode ser encurtada."
      >
        <Select value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {CHOICES.map((choice) => (
            <option key={choice.days} value={choice.days}>
              {choice.label}
            </option>
          ))}
        </Select>
      </Field>
      <Button variant="outline" size="sm" className="justify-self-start" onClick={ask}>
        Pausar compras
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={close}
        size="sm"
        title={`Pausar as compras por ${label}?`}
        action="Confirmar pausa"
        variant="primary"
        loading={working}
        onConfirm={confirm}
      >
        <p>
          Nenhum pedido novo será aceito na sua conta por {label}, e os que esperam pagamento terminam agora.
          A pausa não pode ser encurtada, nem por nós.
        </p>
      </ConfirmDialog>
    </div>
  );
}
