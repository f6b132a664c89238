import type { FormEventHandler, ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

interface WritingFormProps {
  title: string;
  /** Label of the submit button. */
  action: string;
  sending: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** Layout shared by the forms of the support desk. */
export function WritingForm({ title, action, sending, onSubmit, children }: WritingFormProps) {
  return (
    <Card padded>
      <form noValidate className="grid gap-5" onSubmit={onSubmit}>
        <h2 className="text-2xl">{title}</h2>
        {children}
        <Button type="submit" className="justify-self-start" loading={sending} loadingText="Enviando...">
          {action}
        </Button>
      </form>
    </Card>
  );
}
