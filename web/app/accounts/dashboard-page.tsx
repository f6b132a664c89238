import { greetingName } from '@mare/domain/personalization/greeting.ts';
import { pageMeta } from '../document/page-meta.ts';
import { SignedInOnly } from '../session/signed-in-only.tsx';
import { useSession } from '../session/session.ts';
import { MyRifas } from '../orders/mine/my-rifas.tsx';
import { OrderHistory } from '../orders/mine/order-history.tsx';
import { PurchasesElsewhere } from './merge/purchases-elsewhere.tsx';
import { ProfileCard } from './profile/profile-card.tsx';

export const meta = pageMeta({
  title: 'Dashboard',
  description: 'Suas rifas, seus números e seus pedidos.',
  index: false,
});

export default function DashboardPage() {
  return (
    <main id="conteudo" className="shell py-8 sm:py-12">
      <SignedInOnly>
        <Dashboard />
      </SignedInOnly>
    </main>
  );
}

function Dashboard() {
  const session = useSession();
  return (
    <>
      <h1 className="mb-8 text-3xl">
        Olá, {greetingName(session.status === 'signed-in' ? session.name : null)}
      </h1>
      <PurchasesElsewhere />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <MyRifas />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <ProfileCard />
          <OrderHistory />
        </div>
      </div>
    </>
  );
}
