import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from '../button.tsx';
import { Dialog, type DialogSize } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  size?: DialogSize;
  /** Label of the button that closes the dialog. */
  back?: string;
  /** Label of the button that confirms. */
  action: string;
  variant?: ButtonVariant;
  disabled?: boolean;
  /** Shows progress in a dialog that stays open until the action is done. */
  loading?: boolean;
  onConfirm: () => void;
  children: ReactNode;
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  size,
  back = 'Voltar',
  action,
  variant = 'danger',
  disabled,
  loading,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      size={size}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onClose}>
            {back}
          </Button>
          <Button variant={variant} disabled={disabled} loading={loading} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      }
    >
      {children}
    </Dialog>
  );
}
