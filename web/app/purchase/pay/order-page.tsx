import { useParams } from 'react-router';
import { pageMeta } from '../../document/page-meta.ts';
import { LiveOrder } from './live-order.tsx';

export const meta = pageMeta({
  title: 'Seu pedido',
  description: 'Números, pagamento e situação do pedido.',
  index: false,
});

export default function OrderPage() {
  const { externalReference = '' } = useParams();
  return (
    <main id="conteudo" className="shell py-8 sm:py-12">
      <LiveOrder externalReference={externalReference} />
    </main>
  );
}
