import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { useConfirmation } from './use-confirmation.ts';

interface ExclusionFormProps {
  working: boolean;
  onExclude: () => Promise<unknown>;
}

/** Self-exclusion for six months. It is irreversible, so a second step confirms it. */
export function ExclusionForm({ working, onExclude }: ExclusionFormProps) {
  const { asking, ask, close, confirm } = useConfirmation(() => onExclude());
  return (
    <div className="grid content-start gap-3">
      <h3 className="text-sm font-bold">Autoexclusão por 6 meses</h3>
      <p className="text-sm text-ink-soft">
        Você fica 6 meses sem poder comprar e sem receber ofertas. As cotas que já são suas continuam valendo.
      </p>
      <Button variant="danger" size="sm" className="justify-self-start" onClick={ask}>
        Quero me afastar
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={close}
        size="sm"
        title="Afastar-se por 6 meses?"
        action="Confirmar autoexclusão"
        loading={working}
        onConfirm={confirm}
      >
        <p>
          Nenhum pedido novo será aceito na sua conta por 6 meses, e os que esperam pagamento terminam agora.
          Isto não pode ser desfeito antes.
        </p>
      </ConfirmDialog>
    </div>
  );
}
