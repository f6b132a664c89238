import type { GroupPurchase } from '@mare/contract/orders/group-purchases.ts';
import { useRootData } from '../../document/root-data.ts';
import { links } from '../../links.ts';
import { Button } from '../../ui/button.tsx';
import { copyLink } from '../../ui/copy.ts';
import { shareLink } from '../../ui/share-link.ts';
import { invitation, shareLabel } from './group-labels.ts';

/** Shares the group's link with the number of free parts. Renders nothing unless the group is open. */
export function ShareGroup({ group }: { group: GroupPurchase }) {
  const url = `${useRootData()?.publicUrl ?? ''}${links.group(group.token)}`;
  if (group.state === 'ended' || group.state === 'starting') return null;
  return (
    <div className="grid gap-3">
      <Button
        variant={group.state === 'complete' ? 'outline' : 'secondary'}
        size="lg"
        block
        icon="whatsapp"
        onClick={() => void shareLink(invitation(group), url)}
      >
        {shareLabel(group)}
      </Button>
      <Button variant="outline" block icon="link" onClick={() => void copyLink(url)}>
        Copiar o link do bolão
      </Button>
    </div>
  );
}
