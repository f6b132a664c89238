import { useState } from 'react';
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

interface ChosenDaysProps {
  days: Days;
  /** The last date that can be chosen. */
  max?: string;
  onChange: (days: Days) => void;
}

/** Local state, as on a slow phone the URL lags behind the typed dates. */
export function ChosenDays({ days, max, onChange }: ChosenDaysProps) {
  const [typed, setTyped] = useState(days);
  const change = (part: Partial<Days>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    onChange(next);
  };
  return (
    <>
      <Field label="De">
        <Input
          type="date"
          value={typed.from}
          max={max}
          onChange={(event) => change({ from: event.target.value })}
        />
      </Field>
      <Field label="Até">
        <Input
          type="date"
          value={typed.until}
          max={max}
          onChange={(event) => change({ until: event.target.value })}
        />
      </Field>
    </>
  );
}
