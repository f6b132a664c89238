import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toast } from 'sonner';
import type { CampaignAudience, EditedCampaign } from '@mare/contract/campaigns/campaigns-admin.ts';
import type { MailContent } from '@mare/contract/campaigns/mail-content.ts';
import { EVERYONE, pickAudience } from '@mare/domain/campaigns/audience.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { reachSentence } from './campaign-labels.ts';

interface MailPreviewProps {
  words: MailContent;
  /** Audience of a campaign. Absent for other mails. */
  audience?: Pick<EditedCampaign, 'kind'> & CampaignAudience;
  onClose: () => void;
}

/** Previews the mail as the server renders it. Can send a test copy to the admin. */
export function MailPreview({ words, audience, onClose }: MailPreviewProps) {
  const { subject, body, buttonLabel, buttonPath } = words;
  const content = { subject, body, buttonLabel, buttonPath };
  const input = { ...content, ...pickAudience(audience ?? EVERYONE), kind: audience?.kind ?? null };
  const preview = useQuery({
    ...queries.admin.campaigns.preview.queryOptions({ input }),
    staleTime: 0,
    retry: false,
  });
  const test = useMutation(
    queries.admin.campaigns.sendTest.mutationOptions({
      onSuccess: ({ to }) => toast.success('Teste enviado', { description: to }),
      onError: (error) => toast.error(errorMessage(error)),
    }),
  );
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => open || onClose()}
      title="Prévia do e-mail"
      description={preview.data?.subject}
      footer={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-ink-soft">
            {preview.data?.audience && reachSentence(preview.data.audience)}
          </p>
          <Button
            variant="secondary"
            size="sm"
            icon="mail"
            loading={test.isPending}
            loadingText="Enviando..."
            disabled={!preview.data}
            onClick={() => test.mutate(content)}
          >
            Enviar teste para mim
          </Button>
        </div>
      }
    >
      {preview.isPending && <Skeleton className="h-96" />}
      {preview.isError && (
        <ErrorState title="Não foi possível montar a prévia." onRetry={() => preview.refetch()}>
          {errorMessage(preview.error)}
        </ErrorState>
      )}
      {preview.data && <Rendered html={preview.data.html} />}
    </Dialog>
  );
}

/** Sandboxed iframe without scripts. Uses a blob URL because the Trusted Types policy blocks `srcdoc`. */
function Rendered({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const file = URL.createObjectURL(new Blob([html], { type: 'text/html;charset=utf-8' }));
    frame.current!.src = file;
    return () => URL.revokeObjectURL(file);
  }, [html]);
  return (
    <iframe
      ref={frame}
      title="Como o e-mail aparece"
      sandbox=""
      className="h-[min(60svh,36rem)] w-full rounded-md border border-line bg-white"
    />
  );
}
