import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/form/field.tsx';

const CHOICES = [
  { days: 1, label: '1 dia' },
  { days: 7, label: '7 dias' },
  { days: 15, label: '15 dias' },
  { days: 30, label: '30 dias' },
  { days: 90, label: '90 dias' },
];

/** Form for a pause from buying, in days. */
export function PauseForm({ working, onPause }: { working: boolean; onPause: (days: number) => void }) {
  const [days, setDays] = useState(7);
  return (
    <div className="grid content-start gap-3">
      <Field
        label="Pausar compras por"
        hint="Durante a pausa nenhum pedido novo é aceito, e os que esperam pagamento terminam. Ela não pode ser encurtada."
      >
        <Select value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {CHOICES.map((choice) => (
            <option key={choice.days} value={choice.days}>
              {choice.label}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        loading={working}
        onClick={() => onPause(days)}
      >
        Pausar compras
      </Button>
    </div>
  );
}
