import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import type { CampaignAudience, EditedCampaign } from '@mare/contract/campaigns/campaigns-admin.ts';
import { EVERYONE } from '@mare/domain/campaigns/audience.ts';
import { SITE_PATH } from '@mare/domain/site-path.ts';
import { queries } from '../../api.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { type CampaignFields, typedAudience } from './campaign-fields.ts';
import { reachSentence } from './campaign-labels.ts';

const TYPING_MS = 400;

type Counted = CampaignAudience & Pick<EditedCampaign, 'kind' | 'buttonPath'>;

/** Number of people who match the typed conditions, before anything is saved or sent. */
export function AudienceCount() {
  const { control } = useFormContext<CampaignFields>();
  const fields = useWatch({ control }) as CampaignFields;
  const typed = typedAudience(fields);
  const { kind } = fields;
  const buttonPath = SITE_PATH.test(fields.buttonPath) ? fields.buttonPath : '/';
  const debounced = useDebounced(typed && JSON.stringify({ ...typed, kind, buttonPath }), TYPING_MS);
  const input = debounced === null ? null : (JSON.parse(debounced) as Counted);
  const count = useQuery({
    ...queries.admin.campaigns.audience.queryOptions({
      input: input ?? { ...EVERYONE, kind: 'marketing', buttonPath: '/' },
    }),
    enabled: input !== null,
    placeholderData: keepPreviousData,
  });
  return (
    <output className="mt-5 block min-h-12 border-t border-line pt-5 font-semibold">
      {input === null
        ? 'Corrija as condições para contar as pessoas.'
        : count.isError
          ? 'Não foi possível contar as pessoas agora.'
          : count.data
            ? reachSentence(count.data)
            : 'Contando as pessoas…'}
    </output>
  );
}
