import { Suspense, useState } from 'react';
import { readVoucherCode, formatVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { Spinner } from '../../ui/states.tsx';
import { useValidation } from './use-validation.ts';
import { latePart } from '../../ui/late-part.ts';

/** Camera and reader are loaded when somebody wants to scan. */
const QrScanner = latePart(() => import('./qr-scanner.tsx'));

/** Takes a voucher by its code or by the camera; a scanned one is shown first and validated by a press. */
export function ValidateForm({ scanned = '' }: { scanned?: string }) {
  const [typed, setTyped] = useState(() => shown(scanned));
  const [scanning, setScanning] = useState(false);
  const validation = useValidation(() => setTyped(''));
  return (
    <Card padded>
      <form
        className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-end"
        onSubmit={(event) => {
          event.preventDefault();
          validation.mutate({ code: typed });
        }}
      >
        <Field label="Código do voucher">
          <Input
            value={typed}
            maxLength={200}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="XXXX-XXXX-XXXX-XXXX"
            className="tabular uppercase"
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          disabled={typed.trim() === ''}
          loading={validation.isPending}
          loadingText="Validando..."
        >
          Validar
        </Button>
        <Button variant="outline" icon="eye" onClick={() => setScanning(true)}>
          Ler QR code
        </Button>
      </form>
      <Dialog open={scanning} onOpenChange={setScanning} title="Ler QR code" size="md">
        <Suspense fallback={<Spinner />}>
          <QrScanner
            onRead={(text) => {
              if (!readVoucherCode(text)) return false;
              setTyped(shown(text));
              setScanning(false);
              return true;
            }}
          />
        </Suspense>
      </Dialog>
    </Card>
  );
}

/** The code in groups when there is one in it, else what was read. */
function shown(text: string): string {
  const code = readVoucherCode(text);
  return code ? formatVoucherCode(code) : text;
}
