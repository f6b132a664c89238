import type { ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import { type FormOf, SettingSection, WithSettings } from '../../settings/admin/setting-section.tsx';
import { pageMeta } from '../../document/page-meta.ts';
import { InstantPrizeRifas } from '../../draws/admin/instant-prize-rifas.tsx';
import { CurrentLeaders } from './current-leaders.tsx';
import { LevelsForm, PointRulesForm, RankingPrizesForm } from './game-forms.tsx';
import { RankingWinnerList } from './ranking-winner-list.tsx';

export const meta = pageMeta({
  title: 'Pontos e rankings',
  description: 'Regras de pontos, níveis e rankings com prêmios.',
  index: false,
});

export default function GamificationPage() {
  return (
    <>
      <h1 className="text-3xl">Pontos e rankings</h1>
      <CurrentLeaders />
      <RankingWinnerList />
      <InstantPrizeRifas />
      <WithSettings>{(settings, formOf) => <Rules settings={settings} formOf={formOf} />}</WithSettings>
    </>
  );
}

interface RulesProps {
  settings: ShopSettings;
  formOf: FormOf;
}

function Rules({ settings, formOf }: RulesProps) {
  const { pointRules, levels, rankingPrizes } = settings;
  return (
    <>
      <SettingSection
        title="Prêmios dos rankings"
        about="Um prêmio por linha, do 1º lugar em diante. O que for prometido vale do começo ao fim do período: uma mudança só aparece no próximo. Sem nenhum prêmio, o ranking corre sem ganhadores."
      >
        <RankingPrizesForm {...formOf('ranking_prizes', rankingPrizes)} />
      </SettingSection>
      <SettingSection
        title="Regras de pontos"
        about="Valem para todos, também pelo que já foi comprado: os pontos são recontados em seguida. Um reembolso tira os pontos da compra."
      >
        <PointRulesForm {...formOf('point_rules', pointRules)} />
      </SettingSection>
      <SettingSection
        title="Níveis"
        about="O primeiro começa em zero pontos; os seguintes, em ordem crescente."
      >
        <LevelsForm {...formOf('levels', levels)} />
      </SettingSection>
    </>
  );
}
