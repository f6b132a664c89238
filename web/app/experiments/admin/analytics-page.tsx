import { Cohorts } from '../../admin/analytics/cohorts.tsx';
import { Funnel } from '../../admin/analytics/funnel.tsx';
import { CartAnalytics } from '../../admin/analytics/cart-analytics.tsx';
import { pageMeta } from '../../document/page-meta.ts';
import { TestResults } from './test-results.tsx';

export const meta = pageMeta({
  title: 'Análises',
  description: 'Visitas, testes A/B, carrinhos abandonados e quem volta a comprar.',
  index: false,
});

export default function AnalyticsPage() {
  return (
    <>
      <h1 className="text-3xl">Análises</h1>
      <Funnel />
      <TestResults />
      <CartAnalytics />
      <Cohorts />
    </>
  );
}
