import { CartAnalytics } from '../cart/cart-analytics.tsx';
import { Behaviour } from '../personalization/behaviour.tsx';
import { pageMeta } from '../page-meta.ts';
import { TestResults } from './test-results.tsx';

export const meta = pageMeta({
  title: 'Análises',
  description: 'Testes A/B, carrinhos abandonados e comportamento.',
  index: false,
});

export default function AnalyticsPage() {
  return (
    <>
      <h1 className="text-3xl">Análises</h1>
      <TestResults />
      <CartAnalytics />
      <Behaviour />
    </>
  );
}
