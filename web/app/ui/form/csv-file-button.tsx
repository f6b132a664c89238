import { useRef } from 'react';
import { Button } from '../button.tsx';

interface CsvFileButtonProps {
  /** Accessible name of the file input. */
  fileLabel: string;
  loading: boolean;
  onText: (csv: string) => void;
  children: string;
}

/** Reads a CSV file as text. The same file can be chosen again after an error. */
export function CsvFileButton({ fileLabel, loading, onText, children }: CsvFileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const onChoose = async (file: File | undefined) => {
    if (!file) return;
    onText(await file.text());
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
    </>
  );
}
