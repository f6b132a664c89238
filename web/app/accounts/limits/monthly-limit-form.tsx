import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { useShortForm } from '../use-short-form.ts';
import { centavosText, parseCentavos } from '../../ui/form/parsing/typed-reais.ts';

const MIN_CENTAVOS = 100;
const MAX_CENTAVOS = 100_000_000;

interface MonthlyLimitFormProps {
  /** In centavos; null without a limit. */
  current: number | null;
  working: boolean;
  onChange: (centavos: number | null) => void;
}

/** Form for the monthly spending limit. */
export function MonthlyLimitForm({ current, working, onChange }: MonthlyLimitFormProps) {
  const { form, register, error } = useShortForm({ reais: centavosText(current) }, ({ reais }) => {
    const centavos = parseCentavos(reais);
    if (centavos === null || centavos < MIN_CENTAVOS || centavos > MAX_CENTAVOS)
      return 'Informe um valor a partir de R$ 1,00.';
    onChange(centavos);
    return null;
  });
  return (
    <form {...form} className="grid gap-3">
      <Field
        label="Limite mensal de gastos (R$)"
        hint="Diminuir vale na hora. Aumentar ou tirar o limite vale depois de 24 horas."
        error={error}
      >
        <Input inputMode="decimal" placeholder="100,00" maxLength={14} {...register('reais')} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" loading={working}>
          Salvar limite
        </Button>
        {current !== null && (
          <Button variant="outline" size="sm" loading={working} onClick={() => onChange(null)}>
            Tirar limite
          </Button>
        )}
      </div>
    </form>
  );
}
