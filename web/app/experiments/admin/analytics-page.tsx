import { CohortsSection } from '../../admin/analytics/cohorts-section.tsx';
import { FunnelSection } from '../../admin/analytics/funnel-section.tsx';
import { CartAnalyticsSection } from '../../admin/analytics/cart-analytics-section.tsx';
import { pageMeta } from '../../document/page-meta.ts';
import { TestResults } from './test-results.tsx';
import { Permitted } from '../../admin/permissions/permitted.tsx';

export const meta = pageMeta({
  title: 'Análises',
  description: 'Visitas, testes A/B, carrinhos abandonados e quem volta a comprar.',
  index: false,
});

export default function AnalyticsPage() {
  return (
    <>
      <h1 className="text-3xl">Análises</h1>
      <FunnelSection />
      <Permitted to="manage-experiments">
        <TestResults />
      </Permitted>
      <CartAnalyticsSection />
      <CohortsSection />
    </>
  );
}
