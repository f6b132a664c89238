import { useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { FormError } from '../states.tsx';
import { readCsv } from './parsing/read-csv.ts';

interface CsvFileButtonProps {
  /** Accessible name of the file input. */
  fileLabel: string;
  loading: boolean;
  /** Maximum length that the server accepts. */
  maxCharacters: number;
  onText: (csv: string) => void;
  children: string;
}

/** Reads a CSV file as text, or shows an error below. The same file can be chosen again after an error. */
export function CsvFileButton({ fileLabel, loading, maxCharacters, onText, children }: CsvFileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const onChoose = async (file: File | undefined) => {
    if (!file) return;
    const read = await readCsv(file, maxCharacters);
    setProblem('problem' in read ? read.problem : null);
    if ('text' in read) onText(read.text);
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label={fileLabel}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void onChoose(event.target.files?.[0])}
      />
      <Button
        variant="outline"
        size="sm"
        icon="plus"
        loading={loading}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      {problem && <FormError>{problem}</FormError>}
    </>
  );
}
