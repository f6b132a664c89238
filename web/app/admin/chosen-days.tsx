import { Field, Input } from '../ui/form/field.tsx';

const DAY_MS = 86_400_000;
const MAX_DAYS = 366;

/** Dates in Maceió, both included. */
export interface Days {
  from: string;
  until: string;
}

/** Whether the server accepts them. */
export function areDays({ from, until }: Days): boolean {
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS + 1;
  return days >= 1 && days <= MAX_DAYS;
}

export function ChosenDays({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  return (
    <>
      <Field label="De">
        <Input
          type="date"
          value={days.from}
          onChange={(event) => onChange({ ...days, from: event.target.value })}
        />
      </Field>
      <Field label="Até">
        <Input
          type="date"
          value={days.until}
          onChange={(event) => onChange({ ...days, until: event.target.value })}
        />
      </Field>
    </>
  );
}
